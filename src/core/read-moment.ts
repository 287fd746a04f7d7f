/** No day with its time takes more characters than this. */
const MAX_LENGTH = 60;

const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const MONTH =
  "(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)";
const WEEKDAYS = "sun mon tue wed thu fri sat".split(" ");
const WEEKDAY = /^(sun|mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?)(?:day)?\.?,?\s+(?=\S)/i;

const YEAR_FIRST = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/;
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/;
const MONTH_FIRST = new RegExp(`^${MONTH}\\.?\\s+(\\d{1,2})(?:st|nd|rd|th)?,?\\s+(\\d{4})$`, "i");
const DAY_FIRST = new RegExp(`^(\\d{1,2})(?:st|nd|rd|th)?(?:\\s+of)?[\\s-]+${MONTH}\\.?,?[\\s-]+(\\d{4})$`, "i");

const TIME = /^(\d{1,2})(?::(\d\d)(:\d\d(?:\.\d+)?)?)?(?:\s*([ap])\.?m\.?)?$/i;
const BOTH = /^(.+\d)(?:T|,?\s+)(\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?(?:\s*[ap]\.?m\.?)?)\s*(?:(Z)|([+-]\d\d):?(\d\d))?$/i;

/**
 * The standard spelling (ISO 8601) of a day, a time of day, or both: `2026-12-06` for `Dec 6, 2026`, `14:30` for
 * `2:30 pm`. Texts with two readings have none (`06/12/2026`), neither have years of two digits; nothing that the text
 * leaves open, as seconds or a time zone, is filled in.
 */
export function standardMoment(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed.length > MAX_LENGTH || !/\d/.test(trimmed)) return undefined;
  return standardDay(trimmed) ?? standardTime(trimmed) ?? standardBoth(trimmed);
}

function standardBoth(text: string): string | undefined {
  const [, date = "", clock = "", utc = "", hours, minutes] = BOTH.exec(text) ?? [];
  const day = standardDay(date);
  const time = standardTime(clock);
  if (day === undefined || time === undefined) return undefined;
  return `${day}T${time}${hours === undefined ? utc.toUpperCase() : `${hours}:${minutes}`}`;
}

function standardDay(text: string): string | undefined {
  const weekday = WEEKDAY.exec(text)?.[1]?.slice(0, 3).toLowerCase();
  const day = numericDay(text) ?? namedDay(weekday === undefined ? text : text.replace(WEEKDAY, ""));
  if (day === undefined || weekday === undefined) return day;
  return WEEKDAYS[new Date(day).getUTCDay()] === weekday ? day : undefined;
}

function numericDay(text: string): string | undefined {
  const first = YEAR_FIRST.exec(text);
  if (first !== null) return isoDay(first[1], first[3], first[4]);
  const [, one, , other, year] = YEAR_LAST.exec(text) ?? [];
  if (year === undefined) return undefined;
  const readings = new Set([isoDay(year, one, other), isoDay(year, other, one)]);
  readings.delete(undefined);
  return readings.size === 1 ? [...readings][0] : undefined;
}

function namedDay(text: string): string | undefined {
  const [, monthFirst, dayAfter, yearAfter] = MONTH_FIRST.exec(text) ?? [];
  const [, dayFirst, monthAfter, yearLast] = DAY_FIRST.exec(text) ?? [];
  const name = monthFirst ?? monthAfter;
  if (name === undefined) return undefined;
  const month = MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;
  return isoDay(yearAfter ?? yearLast, String(month), dayAfter ?? dayFirst);
}

/** The day, where the calendar has it. */
function isoDay(year = "", month = "", day = ""): string | undefined {
  const iso = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const date = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : undefined;
}

function standardTime(text: string): string | undefined {
  const [, hours = "", minutes, seconds = "", half] = TIME.exec(text) ?? [];
  if (hours === "" || (minutes === undefined && half === undefined)) return undefined;
  const hour = hourOf(Number(hours), half?.toLowerCase());
  if (hour === undefined || Number(minutes ?? 0) > 59) return undefined;
  return `${String(hour).padStart(2, "0")}:${minutes ?? "00"}${seconds}`;
}

/** The hour of the day from 0 to 23; `half` is "a" or "p" of a twelve-hour clock. */
function hourOf(hour: number, half: string | undefined): number | undefined {
  if (half === undefined) return hour < 24 ? hour : undefined;
  if (hour < 1 || hour > 12) return undefined;
  return (hour % 12) + (half === "p" ? 12 : 0);
}
