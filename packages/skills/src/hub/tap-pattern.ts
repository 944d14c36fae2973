/** `owner/repository`, and a folder of it. */
export const tapPattern = /^([\w.-]{1,100})\/([\w.-]{1,100})((?:\/[\w.-]{1,100}){0,8})$/
