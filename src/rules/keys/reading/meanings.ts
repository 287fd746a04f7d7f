/** Names under which models send one and the same thing. */
export interface Meaning {
  /** Names that stand for each other, folded: lower case without separators. */
  readonly names: readonly string[];
  /**
   * Names that are read as one of `names`, but never the other way round: too general to be a target, and read so only
   * where the property is required and missing, or its description fits.
   */
  readonly also?: readonly string[];
  /** What the description or the format of the property must mention, where the name alone says too little. */
  readonly when?: RegExp;
  /** Names of which none may stand beside, sent or declared. */
  readonly notBeside?: readonly string[];
  /** Names of which one must stand beside, sent or declared, for the names in `also`. */
  readonly beside?: readonly string[];
}

const SOURCES = words("source sourcepath from frompath src origin oldpath sourcefile");
const DESTINATIONS = words("destination destinationpath to topath dest dst target newpath targetpath destinationfile");
const SOURCE_FOLDERS = words(
  "source src from fromdir fromdirectory fromfolder srcdir sourcedir sourcedirectory sourcefolder",
);
const DESTINATION_FOLDERS =
  words(`target dest destination to todir todirectory tofolder dstdir targetdir targetdirectory
  targetfolder destinationdir destinationdirectory destinationfolder destdir`);

/**
 * The aliases of parameters by meaning: taken from the tools of many agents, and used for any tool whose schema
 * declares one of the names. A name may stand in several groups; then only one of its properties may be free.
 */
export const meanings: readonly Meaning[] = [
  {
    names:
      words(`path filepath filename file targetfile absolutepath absolutefilepath fileabsolutepath fullpath pathname
      relativepath relpath relativeworkspacepath filelocation`),
    also: words("notebookpath documentpath inputfile sourcefile filetoread filetoedit filetowrite"),
  },
  {
    names: words(`path directory dir folder directorypath dirpath folderpath targetdirectory targetdir targetfolder
      searchpath searchdirectory searchdir searchfolder basepath basedir rootpath rootdir dirname foldername`),
    also: words("root cwd startdirectory"),
    when: /\b(?:director(?:y|ies)|folder)/i,
    notBeside: words("content contents text edits oldtext newtext oldstring newstring filecontent"),
  },
  { names: words("paths files filepaths filenames targetfiles filelist pathlist") },
  { names: words("cwd workdir workingdirectory workingdir currentdirectory currentworkingdirectory workspacedir") },
  {
    names: words(`content contents text body filecontent filecontents filetext filebody newcontent newcontents
      fulltext textcontent contenttext`),
    also: words("data payload codecontent filedata"),
  },
  {
    names: words(`command cmd commandline commandstring commandtext shellcommand bashcommand terminalcommand
      commandtorun`),
    also: words("shell script bash"),
  },
  { names: words("code sourcecode snippet codesnippet pythoncode"), also: words("input script program source") },
  {
    names: words(`query q search searchquery searchterm searchterms searchtext searchstring querystring querytext
      keyword keywords`),
    also: words("term terms question prompt searchfor"),
  },
  {
    names: words("pattern regex regexp regexpattern searchpattern searchregex"),
    also: words("query search expression expr q text searchterm searchtext searchstring searchquery keyword"),
    when: /\b(?:search|regex|regular|match)/i,
  },
  {
    names: words("pattern glob globpattern fileglob filepattern filespattern"),
    also: words("query search include includepattern name searchpattern expression filematch"),
    when: /\bglob/i,
    notBeside: words("glob"),
  },
  { names: words("glob globpattern fileglob include includepattern includes filefilter filepattern filemask") },
  {
    names: words("oldtext oldstring oldstr oldcontent oldcontents oldvalue oldcode oldlines oldsnippet"),
    also: words(`old search searchtext searchstring find findtext from original originaltext originalstring before
      targettext targetcontent target match`),
    beside: words(`newtext newstring newstr newcontent newvalue newcode new replace replacement replacementtext
      replacewith to updated updatedtext after with`),
  },
  {
    names: words(`newtext newstring newstr newcontent newcontents newvalue newcode newlines newsnippet replacement
      replacementtext replacementcontent replacementstring`),
    also: words("new replace replacewith to updated updatedtext after with"),
    beside: words(`oldtext oldstring oldstr oldcontent oldvalue oldcode old search searchtext searchstring find findtext
      from original originaltext originalstring before targettext targetcontent target match`),
  },
  { names: words("edits changes replacements modifications edit multiedits"), also: words("operations updates") },
  {
    names: words("offset startline linestart startingline lineoffset fromline"),
    also: words("line start"),
    when: /\bline/i,
  },
  { names: words("limit maxlines linelimit numberoflines linecount numlines nlines lines"), when: /\blines?\b/i },
  {
    names: words(`limit maxresults resultlimit maxcount maxitems maxentries maxmatches maxnumresults numresults
      numberofresults resultcount headlimit topk topn maxhits pagesize perpage`),
    also: words("max count size n k num results"),
    when: /\b(?:max|limit|number of|how many|per page)/i,
  },
  { names: words("ignorecase caseinsensitive insensitive nocase"), also: words("i"), when: /case/i },
  { names: words("literal fixedstrings fixedstring plaintext literaltext isliteral") },
  {
    names: words("context contextlines linesofcontext surroundinglines numcontextlines"),
    when: /\blines?\b/i,
    also: words("c"),
  },
  {
    names: words("url uri link href webaddress pageurl targeturl websiteurl weburl"),
    also: words("address website"),
  },
  { names: words("prompt instruction instructions"), also: words("task message request") },
  { names: words("message msg messagetext messagebody"), also: words("text body content") },
  { names: words("title subject heading headline") },
  { names: words("description desc details") },
  { names: words("comment commentbody commenttext note remark"), also: words("text body message") },
  { names: words("question ask"), also: words("query prompt") },
  { names: words("email emailaddress mail mailaddress") },
  { names: words("address"), also: words("email emailaddress mail mailaddress"), when: /\be-?mail/i },
  { names: words("recipient recipients receiver receivers"), also: words("to sendto mailto") },
  {
    names: words("to"),
    also: words("recipient recipients receiver receivers"),
    when: /\b(?:recipient|receiver|e-?mail)/i,
  },
  { names: words("sender"), also: words("from sentby") },
  { names: words("body messagebody bodytext emailbody mailbody"), also: words("message text content contents") },
  { names: words("phone phonenumber telephone telephonenumber mobile mobilenumber") },
  {
    names: words("owner org organization organisation repoowner repositoryowner orgname"),
    when: /\b(?:owner|org|repo)/i,
  },
  { names: words("repo repository reponame repositoryname") },
  { names: words("branch branchname gitbranch") },
  { names: words("sql query sqlquery statement sqlstatement querystring"), when: /\bsql\b/i },
  { names: words("arguments args parameters params kwargs"), also: words("input inputs") },
  {
    names: words("source sourcepath"),
    also: words("from src origin oldpath sourcefile frompath"),
    beside: DESTINATIONS,
  },
  {
    names: words("destination destinationpath"),
    also: words("to dest dst target newpath targetpath topath destinationfile"),
    beside: SOURCES,
  },
  { names: words("origin"), also: words("from source"), beside: DESTINATIONS },
  {
    names: words("sourcedir sourcedirectory sourcefolder"),
    also: words("source src from fromdir fromdirectory fromfolder srcdir"),
    beside: DESTINATION_FOLDERS,
  },
  {
    names: words(
      "targetdir targetdirectory targetfolder destinationdir destinationdirectory destinationfolder destdir",
    ),
    also: words("target dest destination to todir todirectory tofolder dstdir"),
    beside: SOURCE_FOLDERS,
  },
  { names: words("from frompath"), also: words("source sourcepath src origin oldpath"), beside: DESTINATIONS },
  { names: words("to topath"), also: words("destination destinationpath dest dst target newpath"), beside: SOURCES },
  { names: words("type kind") },
  { names: words("quantity qty"), also: words("amount count") },
  { names: words("timezone tz") },
  { names: words("latitude lat") },
  { names: words("longitude lon lng long") },
  { names: words("location place") },
  { names: words("city town"), also: words("cityname place location") },
  { names: words("username login loginname"), also: words("user") },
  { names: words("userid uid") },
  { names: words("password passwd pwd") },
  { names: words("selector cssselector css element"), when: /\bselector|css\b/i },
  { names: words("todos todolist todoitems tasks items"), when: /\b(?:todo|task)/i },
  { names: words("thought thinking reasoning") },
  { names: words("recursive recurse recursively") },
  { names: words("overwrite force replaceexisting"), when: /\boverwrit/i },
];

function words(text: string): readonly string[] {
  return text.split(/\s+/);
}
