/** Keys under which models put all the arguments of a call once more, folded: lower case without separators. */
export const ARGUMENT_SHELLS: ReadonlySet<string> = new Set(
  `arguments argument args arg input inputs parameters parameter params param kwargs functionargs functionarguments
  functionparameters toolinput toolargs toolarguments toolparameters toolparams properties payload options data body
  request json object value call toolcall functioncall function tool`.split(/\s+/),
);
