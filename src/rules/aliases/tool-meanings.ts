/** What tools of several coding agents do under different names. */
export interface ToolMeaning {
  /** Names of tools that do this, folded: lower case without separators. */
  readonly names: readonly string[];
  /** Names that are read as one of `names`, but never the other way round: too general to be a target. */
  readonly also?: readonly string[];
}

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

/**
 * Tools of Claude Code, Codex, Cline, Roo, Cursor, Gemini CLI, OpenCode, Aider, Goose, Windsurf, Copilot and Qwen Code by what they
 * do. A name may stand in several groups; then the arguments decide, or the call is refused.
 */
export const toolMeanings: readonly ToolMeaning[] = [
  {
    names: words(`read readfile fileread viewfile fileview openfile openthefile getfile getfilecontent getfilecontents
      readfilecontent readfilecontents readtextfile loadfile showfile filereader filereadtool readfiletool catfile
      fsread readtext`),
    also: words("view cat open readlines readlinesfromfile"),
  },
  {
    names: words(`write writefile filewrite writetofile createfile filecreate createnewfile newfile savefile filesave
      writetextfile overwritefile writefilecontent writefilecontents putfile filewriter filewritetool writefiletool
      fswrite createorupdatefile savetofile`),
    also: words("create save"),
  },
  {
    names: words(`edit editfile fileedit strreplace stringreplace searchreplace searchandreplace replaceinfile
      replacestringinfile applyedit applyedits strreplaceeditor strreplacebasededittool multiedit multieditfile
      multireplacestringinfile editblock editexistingfile edittool modifyfile updatefile filemodify replacefilecontent
      multireplacefilecontent findandreplace editfiletool replacetext applydiff patchfile fsedit`),
    also: words("replace patch"),
  },
  {
    names:
      words(`bash shell sh zsh terminal bashtool shelltool bashcommand shellcommand runshell runbash runshellcommand
      executeshellcommand executebash executeshell execshell execbash runterminalcmd runterminalcommand runinterminal
      runcommand runcmd executecommand execcommand executecmd terminalcommand developershell localshell containerexec
      shellexec shellexecute unifiedexec commandline cmdline terminalexecute runcommandline proposecommand runterminal
      bashexecute executeterminalcommand`),
    also: words("cmd command exec execute console run system"),
  },
  {
    names: words(`powershell pwsh powershellcommand runpowershell executepowershell powershelltool`),
  },
  {
    names: words(`grep grepsearch grepfiles greptool rg ripgrep searchfilecontent searchfilecontents searchfiles
      searchinfiles searchtext textsearch findinfiles findtext searchcontent contentsearch searchcode codegrep
      searchpattern regexsearch fsgrep grepcontent searchdirectory searchindirectory`),
    also: words("search"),
  },
  {
    names: words(`find findfiles findfile filefind globsearch globfiles globtool filesearch searchfile findbyname
      findfilesbyname searchfilename searchfilenames searchfilesbyname filenamesearch findpath findpaths fsfind
      filepatternsearch searchforfiles`),
    also: words("glob fd locate"),
  },
  {
    names: words(`ls list listdir listdirectory listfiles listfolder lstool dirlist directorylist listdirectorycontents
      readdirectory readdir viewdirectory viewfolder listdircontents listdirtool fslist getdirectorycontents
      directorytree listfilesindirectory listcontents showdirectory`),
    also: words("dir tree"),
  },
  {
    names: words(`webfetch fetch fetchurl urlfetch fetchwebpage fetchpage readurl readwebpage getwebpage webread
      openurl readurlcontent getpage fetchwebcontent scrapeurl visiturl visitpage webfetchtool`),
    also: words("browse"),
  },
  {
    names: words(`websearch searchweb googlewebsearch googlesearch internetsearch onlinesearch searchonline
      searchtheweb searchinternet websearchtool duckduckgosearch bravesearch bingsearch`),
    also: words("search"),
  },
  {
    names: words(`todowrite todoupdate updatetodos updatetodolist writetodos settodos todolistwrite managetodolist
      todo todolist updatetodo`),
  },
  { names: words("todoread readtodos gettodos readtodolist gettodolist") },
  {
    names: words(`askuser askuserquestion askfollowupquestion askquestion askhuman askuserinput requestuserinput
      userquestion questionuser asktheuser`),
    also: words("question ask"),
  },
  {
    names: words(`task subagent spawnagent runsubagent dispatchagent agenttool delegatetask newtask launchagent
      runagent agent createsubagent`),
  },
  { names: words("codemode runcode executecode codeexecution codeinterpreter") },
  { names: words("toolsearch searchtools findtools tooldiscovery") },
  { names: words("think sequentialthinking thinktool") },
];

/**
 * Tools that are several in one: a parameter says which. The call means the tool of that meaning, without the parameter.
 * Values are names of `toolMeanings`.
 */
export const selectors: Readonly<
  Record<string, { readonly key: string; readonly tools: Readonly<Record<string, string>> }>
> = {
  strreplaceeditor: { key: "command", tools: { view: "read", create: "write", str_replace: "edit" } },
  strreplacebasededittool: { key: "command", tools: { view: "read", create: "write", str_replace: "edit" } },
  texteditor: { key: "command", tools: { view: "read", write: "write", create: "write", str_replace: "edit" } },
  developertexteditor: { key: "command", tools: { view: "read", write: "write", str_replace: "edit" } },
};

/** Names of the agent's own tools: an `mcp__` name never means one of them. */
export const builtinNames: ReadonlySet<string> = new Set(
  words("read bash powershell edit write grep find ls codemode tool_search"),
);
