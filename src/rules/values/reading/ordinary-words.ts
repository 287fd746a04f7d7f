/**
 * Words of one edit's distance that mean different things. A model that sends one of them means that word: it is no
 * misspelling of a neighbour (`light` is not `right`, `block` is not `black`).
 */
const ordinaryWords: ReadonlySet<string> = new Set(
  `add ads and bead bend bet cast copy core cost dead deed draw drop fact fast feel fell fill film find fine fins fire firm fist fond
  fund gate gist give got grow gut head jet lane last lend less let like line link list live load loan lock look loop lost love
  luck made make male mend met mist moan more move must near need nest net news next past pear pet pick pine pink post pull
  pump push race raid rain rang rank read real rear rely rest rich ride ring rise risk road roll rose rule rush sail sand save
  seat seed seek seem seen self sell send sent shop shot shut sign sing sink sit slow snow soft sold some sort spin stay stem
  stir such suit sure take talk tend than that then they thin this tone took turn vary vast very vet wait wake walk want warm
  wash wear well went wet when wide wild will wind wine wing wish yes yet able above accept access account active actor adapt adept adopt advice advise affect after again allow alloy alone along
  alter amend angel angle apply april arise arrow aside assert attach attack author avert backup badge baker banks basic batch
  beach beast below bench berry birth black blame blank blast blend blind block blood bloom board boost booth boots bound brain
  brand brave bread break breed brick bride brief bring broad broken brown brush build built bunch burst cable cache candle
  canal cancel carry catch cause cease center chain chair change charge chart chase cheap cheat check cheek cheer chest child
  chill chip chose choose clash class clean clear clerk click climb clock clone close closed cloth cloud coach coast color
  comet commit common compact comply confirm content contest context contrast convert copper corner couch could count course
  court cover crash cream create credit creed creek crime cross crowd crown crude custom cycle daily dairy dance death debit
  defeat defect defer define delay delete depend deploy desert desire detach detail detect device devise diary digit direct
  divert donor double doubt draft drain drawn dream dress drift drink drive drown earth eight eject elect email enter entry
  equal erase erect error event every exact except exempt exert exist expand expect expend export extend extent extract faint
  faith false famous farmer fault favor feast fetch fever fever fewer field fifth fifty fight final first fixed flame flash
  fleet flesh flight float flood floor flour flow focus follow force forced forest forge forget format former forth forty forum
  found frame fraud fresh front frost fruit funny gamma gender ghost giant given glass global globe goods grace grade grain grand
  grant grape graph grasp grass grave great greed green greet grind gross group guard guess guest guide habit happy harsh haste
  hatch heard heart heavy hello hence hidden hints honey honor horse hotel hours house human ideal image imply import
  inbox incite index infer inner input insect insert inside install invert invite issue items joint judge juice labor label large
  laser later latest latter layer leader lease least leave lemon lesson letter level lever light limit linear lines liner list
  listed lists liver local lock locked logic login loose lower loyal lucky lunch macro magic major maker march marry mason match
  mayor medal media median medium meter metal micro might minor minus mixed model modem modern money month moral motor mount mouse
  mouth movie music naval nerve never newer night ninth noise north noted novel nurse ocean offer often older online option order
  organ other outer overt owner paint pairs panel paper parse parser parses party paste patch patent path patient pause peach
  peace pearl pencil perform permit phase phone photo piece pilot pinch pitch place placed plain plane planes planet plant plate
  play player point poker poll pool porch port pose post potter pound power preset press price pride prime print prior prison
  private prize probe process profile prompt proof proper protect proud prove public pull purge push quart query quest queue quick
  quiet quite quota quote raise rally range rapid ratio reach react read reader ready rebel reboot record recent redact refer
  refine reform reject relay release remote remove render rental repair repeat replay reply report reset resign resort rest result
  resume return reveal revert review revise revoke right rigid rival river roast robot rough round route royal rural safe safer
  saint salad sale sales salon sauce save saved scale scan scare scene scope score scout screen script scroll search season second
  sector secure seen seize select sell send sense serve server service seven shade shake shape share shared shark sharp sheep sheet
  shelf shell shift shine ship shirt shock shoot shop shore short shot should shout show sight sign signal silent silver since single
  sixth sixty skill slave sleep slice slide slope small smart smell smile smoke snake sober solar solid solve sorry sort sound
  south space spare spark speak speed spell spend spent spice spike spill spine split spoke sport staff stage stain stake stale stand
  stare stark start state static station status stay steak steal steam steel steep steer step stick stiff still stock stone stool stop
  store storm story stove straight strange stream street strict string strip strong stub stuck study stuff style suite sunny super
  swear sweat sweep sweet swift swing sword syrup table taken taste teach teams tenth terms test text thank theft their theme there
  these thick thief thing think third those three threw throw thumb tight timer title toast today token tooth topic torch total touch
  tough tower trace track trade trail train trait trash tread treat trend trial tribe trick tried troop truck truly trunk trust truth
  twice twist typed under undo union unit unite unity unlock until upper upset urban urgent usage user usual valid value valve
  video view viewed virus visit vital voice waist waste watch water weak weekly weigh weird wheat wheel where which while white whole
  whose wider widow width woman women world worry worse worst worth would wound wrist write writer wrong yearly yield young youth`.split(
    /\s+/,
  ),
);

/** Words that undo or turn around each other: a spelling slip must never lead from one to another. */
const OPPOSITES: readonly (readonly string[])[] = [
  "enable disable enabled disabled unable",
  "asc desc ascending descending",
  "include exclude included excluded includes excludes",
  "internal external",
  "inbound outbound unbound bound",
  "incoming outgoing oncoming",
  "increase decrease increment decrement",
  "import export imports exports",
  "implicit explicit",
  "install uninstall reinstall",
  "subscribe unsubscribe resubscribe",
  "minimum maximum minimize maximize minimal maximal",
  "attach detach attached detached",
  "mutable immutable",
  "immigrate emigrate migrate",
  "typical atypical",
  "symmetric asymmetric",
  "synchronous asynchronous",
  "sync async",
  "casual causal",
  "prescription proscription prescribe proscribe",
  "ingress egress",
  "precede proceed",
  "persecute prosecute",
  "elicit illicit",
  "principal principle",
  "complement compliment",
  "stationary stationery",
  "static dynamic",
  "encode decode encoded decoded",
  "encrypt decrypt encrypted decrypted",
  "upload download reload unload",
  "upgrade downgrade",
  "uppercase lowercase",
  "before after",
  "masculine feminine",
  "hourly daily weekly biweekly monthly bimonthly quarterly yearly biyearly",
  "affirm deny",
  "assign unassign reassign assigned unassigned",
  "hyper hypo",
  "intranet internet",
  "microsecond millisecond nanosecond microseconds milliseconds nanoseconds",
  "millimeter kilometer centimeter milligram kilogram microgram",
].map((group) => group.split(" "));

const opposed: ReadonlyMap<string, readonly string[]> = new Map(
  OPPOSITES.flatMap((group) => group.map((word) => [word, group] as const)),
);

/** Whether two words turn each other around, or are both words of their own right. */
export function areApart(one: string, other: string): boolean {
  if (ordinaryWords.has(one) || opposed.has(one) || (opposed.get(other)?.includes(one) ?? false)) return true;
  return isOtherParty(one, other) || isInOtherScript(one) !== isInOtherScript(other);
}

/** Who does it and whom it is done to: `payer` and `payee`. */
function isOtherParty(one: string, other: string): boolean {
  const stem = (word: string) => /^(.{2,})(?:ee|er|or)s?$/u.exec(word)?.[1];
  return stem(one) !== undefined && stem(one) === stem(other);
}

/** Whether a word has letters that are not Latin, perhaps only looking so. */
function isInOtherScript(word: string): boolean {
  return /[^\p{Script=Latin}\P{L}]/u.test(word);
}
