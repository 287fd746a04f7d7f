/** Words that stand for each other in the names of tools, so that `fetch_user` can only mean `get_user`. */
const GROUPS: readonly string[] = [
  "get fetch retrieve lookup obtain",
  "find search lookup",
  "list enumerate",
  "create add make new",
  "update change modify edit",
  "delete remove erase",
  "calculate calc compute",
  "generate gen",
  "convert transform",
  "execute exec run",
  "send deliver",
  "check verify",
  "show display view",
  "book reserve",
  "schedule plan",
  "info information details detail",
  "config configuration settings",
  "directory dir folder",
  "repository repo",
  "database db",
  "message msg",
  "document doc",
  "image picture img",
  "environment env",
  "application app",
  "temperature temp",
  "statistics stats",
  "organization org",
  "number num",
  "average avg mean",
  "maximum max",
  "minimum min",
  "authenticate auth",
  "parameters params",
  "reference ref",
];

const groupsOf = new Map<string, Set<number>>();
for (const [index, group] of GROUPS.entries()) {
  for (const word of group.split(" ")) groupsOf.set(word, (groupsOf.get(word) ?? new Set()).add(index));
}

export function areSynonyms(one: string, other: string): boolean {
  const groups = groupsOf.get(one);
  const others = groupsOf.get(other);
  return groups !== undefined && others !== undefined && [...groups].some((group) => others.has(group));
}

/** Whether a word is one of those that say what is done. Two of them are never spellings of each other. */
export function isVerb(word: string): boolean {
  return VERBS.has(word);
}

const VERBS: ReadonlySet<string> = new Set(
  `get set put post patch fetch send add del delete remove rm list start stop run read write open close lock unlock push pull
  load save show hide view edit find move copy link unlink mount unmount create update enable disable attach detach connect
  disconnect install uninstall import export upload download encode decode encrypt decrypt increment decrement increase
  decrease subscribe unsubscribe register unregister deploy undeploy assign unassign archive unarchive mute unmute pin unpin
  block unblock ban unban follow unfollow like unlike publish unpublish freeze unfreeze allow deny accept reject approve
  decline grant revoke join leave enter exit login logout play pause resume cancel begin end buy sell send receive fill
  kill drop pop peek poke tag untag star unstar merge purge reset restart reboot reload rename replace restore revert
  scan sort split stage unstage stash sync test track trim wait wake watch zip unzip clean clear clone commit check call
  build book bind unbind apply`.split(/\s+/),
);
