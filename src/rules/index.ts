import type { Rule } from "../core/rule.ts";
import { foldIntoProperty } from "./envelope/fold-into-property.ts";
import { unflattenKeys } from "./envelope/unflatten-keys.ts";
import { unwrapArguments } from "./envelope/unwrap-arguments.ts";
import { unwrapList } from "./envelope/unwrap-list.ts";
import { unwrapValue } from "./envelope/unwrap-value.ts";
import { cleanKey } from "./keys/clean-key.ts";
import { correctKeyTypo } from "./keys/correct-key-typo.ts";
import { dropCallNotes } from "./keys/drop-call-notes.ts";
import { eliminateKey } from "./keys/eliminate-key.ts";
import { eliminateTextKey } from "./keys/eliminate-text-key.ts";
import { matchKeyDescription } from "./keys/match-key-description.ts";
import { matchKeyStyle } from "./keys/match-key-style.ts";
import { matchKeyWords } from "./keys/match-key-words.ts";
import { renameAlias } from "./keys/rename-alias.ts";
import { splitFusedKey } from "./keys/split-fused-key.ts";
import { completeMcpName } from "./names/complete-mcp-name.ts";
import { correctToolTypo } from "./names/correct-tool-typo.ts";
import { matchToolSpelling } from "./names/match-tool-spelling.ts";
import { matchToolWords } from "./names/match-tool-words.ts";
import { stripToolAffix } from "./names/strip-tool-affix.ts";
import { translateToolName } from "./names/translate-tool-name.ts";
import { unwrapSingleCall } from "./names/unwrap-single-call.ts";
import { decodeEncodedArguments } from "./text/decode-encoded-arguments.ts";
import { endStringsAtKeys } from "./text/end-strings-at-keys.ts";
import { fillOnlyProperty } from "./text/fill-only-property.ts";
import { mergeRepeatedObjects } from "./text/merge-repeated-objects.ts";
import { readArgumentLines } from "./text/read-argument-lines.ts";
import { readLooseJson } from "./text/read-loose-json.ts";
import { readNamedArguments } from "./text/read-named-arguments.ts";
import { readTaggedArguments } from "./text/read-tagged-arguments.ts";
import { repairJsonSyntax } from "./text/repair-json-syntax.ts";
import { unwrapRootList } from "./text/unwrap-root-list.ts";
import { collectEntries } from "./values/collect-entries.ts";
import { correctEnumTypo } from "./values/correct-enum-typo.ts";
import { cutCallMarkup } from "./values/cut-call-markup.ts";
import { dropPlaceholder } from "./values/drop-placeholder.ts";
import { dropZeroTime } from "./values/drop-zero-time.ts";
import { fillOnlyRequiredString } from "./values/fill-only-required-string.ts";
import { flattenNestedList } from "./values/flatten-nested-list.ts";
import { joinArgv } from "./values/join-argv.ts";
import { listEntries } from "./values/list-entries.ts";
import { matchEnumSpelling } from "./values/match-enum-spelling.ts";
import { parseLooseNotation } from "./values/parse-loose-notation.ts";
import { parseStringifiedJson } from "./values/parse-stringified-json.ts";
import { readBooleanWord } from "./values/read-boolean.ts";
import { readKeyValueLines } from "./values/read-key-value-lines.ts";
import { readMoment } from "./values/read-moment.ts";
import { readNull } from "./values/read-null.ts";
import { readNumberWord } from "./values/read-number.ts";
import { splitAbsorbedParameters } from "./values/split-absorbed-parameters.ts";
import { splitTextList } from "./values/split-text-list.ts";
import { stripBledAnchors } from "./values/strip-bled-anchors.ts";
import { stripLinkMarkup } from "./values/strip-link-markup.ts";
import { trimPadding } from "./values/trim-padding.ts";
import { unquoteScalar } from "./values/unquote-scalar.ts";
import { unwrapCommand } from "./values/unwrap-command.ts";
import { unwrapSingleItem } from "./values/unwrap-single-item.ts";
import { wrapSingleValue } from "./values/wrap-single-value.ts";
import { writeJsonText } from "./values/write-json-text.ts";

/** Every rule, in the order they are tried. The order is behaviour, so each line says why it stands where it does. */
export const rules: readonly Rule[] = [
  // Names first: nothing can be judged before the tool is known.
  matchToolSpelling, // the same letters leave no doubt
  stripToolAffix, // the same letters behind a known affix
  completeMcpName, // a tool whose own name is given, before other tools of that meaning
  unwrapSingleCall, // names of wrappers name no tool
  translateToolName, // names that other agents give to what the tool does
  matchToolWords, // one word of the same meaning
  correctToolTypo, // last: a word of another meaning is no slip
  // Raw text next: there are no arguments before it is read.
  readLooseJson, // what models write most, and the cheapest to read
  mergeRepeatedObjects, // the same reading, several objects
  unwrapRootList, // the same reading, a list
  decodeEncodedArguments, // the same reading, one level of encoding further in
  readTaggedArguments, // tags can hold JSON, JSON in tags alone was read above
  endStringsAtKeys, // only what cannot be read with the quotes as they stand
  readNamedArguments, // arguments of a function, before lines: several can stand on one line
  readArgumentLines, // one argument a line
  fillOnlyProperty, // text that is nothing but a value
  repairJsonSyntax, // last: slow, and seldom needed
  // Envelopes: the outermost shell first, since nothing can be named before it is off.
  unwrapArguments, // around the whole call
  unwrapValue, // around one value
  unwrapList, // around one list
  splitFusedKey, // a key that holds its value is no name yet
  unflattenKeys, // paths spelled out in keys
  foldIntoProperty, // last: fields that stand one level too high under their own names
  // Keys: the surest likeness first; a key that a rule has read is not read again by those below.
  cleanKey, // leftovers around the very name
  matchKeyStyle, // the same letters
  renameAlias, // known names of the same thing
  matchKeyWords, // the same words
  correctKeyTypo, // one letter apart
  dropCallNotes, // before what is unknown is counted
  matchKeyDescription, // only where one property is missing
  eliminateKey, // where nothing else is left
  eliminateTextKey, // a guess
  // Values come last: a value cannot be judged before its place is known.
  cutCallMarkup, // what is left of a value is read by the rules below
  splitAbsorbedParameters, // parameters inside a string stand between markup too
  dropPlaceholder, // asked of the object around the value, where no rule can settle the value itself
  parseStringifiedJson, // strict JSON text has one reading
  parseLooseNotation, // only what strict JSON does not read
  readKeyValueLines, // text that is no JSON in any notation
  collectEntries, // lists for maps
  listEntries, // maps for lists
  unwrapSingleItem, // a list too many around a value
  flattenNestedList, // a list too many around a list
  splitTextList, // several values in one text, before it counts as one
  wrapSingleValue, // one value for a list, when it cannot be several
  joinArgv, // lists for a command, before lists become JSON text
  unwrapCommand, // objects for a command, before objects become JSON text
  writeJsonText, // what no other rule can make a string of
  fillOnlyRequiredString, // strings that are no object in any notation
  unquoteScalar, // layers around a scalar come off before it is read
  stripBledAnchors, // as the quotes
  stripLinkMarkup, // as the quotes
  trimPadding, // as the quotes
  dropZeroTime, // as the quotes
  readMoment, // after the zero time, which needs no other reading
  readNumberWord, // bare scalars
  readBooleanWord, // bare scalars
  readNull, // bare scalars
  matchEnumSpelling, // a spelling is surer than a slip
  correctEnumTypo, // last: only what no spelling explains
];
