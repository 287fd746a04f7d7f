/** The style sheet of the page: one column, no fonts or pictures, light and dark by the reader's own setting. */
export const pageStyle = `
:root { color-scheme: light dark; --ink: #1c2024; --soft: #5c626b; --line: #dcdfe4; --page: #fff; --card: #f4f5f7;
  --track: #e9ebef; --good: #2f8f5b; --model: #d99a2b; --bad: #cc4b42; --rest: #9aa1ab; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8eaed; --soft: #a4abb5; --line: #343a42; --page: #14171a;
  --card: #1d2126; --track: #2a3037; --good: #4fb183; --model: #e0a83c; --bad: #e5736b; --rest: #6d7580; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 64rem; margin: 0 auto; padding: 1rem 1rem 3rem; }
h1 { font-size: 1.5rem; margin: .5rem 0 1rem; }
h2 { font-size: 1.1rem; margin: 2.25rem 0 .5rem; }
p { margin: .5rem 0; }
.note { color: var(--soft); font-size: .9rem; }
.ends { display: flex; justify-content: space-between; margin: .25rem 0 0; }
code { font: .9em ui-monospace, monospace; overflow-wrap: anywhere; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); gap: .6rem; }
.card { background: var(--card); border-radius: .5rem; padding: .7rem .8rem; }
.card b { display: block; font-size: 1.4rem; line-height: 1.3; font-variant-numeric: tabular-nums; }
.card span { color: var(--soft); font-size: .9rem; }
.row { display: grid; grid-template-columns: minmax(8rem, 16rem) 1fr 8rem; gap: .1rem .75rem; align-items: center;
  padding: .3rem 0; }
.row > .figure { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.bar { display: flex; height: .8rem; background: var(--track); border-radius: .25rem; overflow: hidden; }
.good { background: var(--good); } .model { background: var(--model); }
.bad { background: var(--bad); } .rest { background: var(--rest); }
.key { display: flex; flex-wrap: wrap; gap: .2rem 1rem; }
.key i { display: inline-block; width: .75rem; height: .75rem; border-radius: .2rem; margin-right: .35rem; }
svg { width: 100%; height: 8rem; display: block; border-bottom: 1px solid var(--line); }
svg .good { fill: var(--good); } svg .bad { fill: var(--bad); }
.scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: .5rem; }
table { border-collapse: separate; border-spacing: 0; width: 100%; font-variant-numeric: tabular-nums; font-size: .9rem; }
th, td { text-align: right; padding: .4rem .6rem; border-bottom: 1px solid var(--line); white-space: nowrap; }
tbody tr:last-child td { border-bottom: 0; }
th { color: var(--soft); font-weight: 600; background: var(--card); }
.name { text-align: left; position: sticky; left: 0; background: var(--page); }
th.name { background: var(--card); }
td.name { white-space: normal; overflow-wrap: anywhere; min-width: 8rem; }
td.zero { color: var(--soft); }
td small { display: block; color: var(--soft); }
input { font: inherit; width: 100%; padding: .5rem .75rem; margin-bottom: .5rem; border: 1px solid var(--line);
  border-radius: .4rem; background: var(--page); color: inherit; }
ul { padding-left: 1.2rem; }
@media (max-width: 34rem) {
  .row { grid-template-columns: 1fr auto; }
  .row > .bar { grid-column: 1 / -1; grid-row: 2; }
  td.name { min-width: 7rem; }
}
`;
