/** `owner/repository`, optionally with a folder in it. */
export const tapPattern = /^([\w.-]{1,100})\/([\w.-]{1,100})((?:\/[\w.-]{1,100}){0,8})$/
