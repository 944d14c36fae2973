/** What people look around with, when nothing else is in the command. */
const looking =
  /^\s*(?:ls|pwd|cat|head|tail|wc|grep|rg|which|file|stat|du|df|ps|date|whoami|uname|tree|git (?:status|log|diff|show|blame))\b[^;&|<>`$(]*$/

/** Whether a command certainly changes no file. */
export function onlyLooks(command: string): boolean {
  return looking.test(command)
}
