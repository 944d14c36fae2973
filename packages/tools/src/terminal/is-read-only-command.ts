/** Commands that only read. */
const looking =
  /^\s*(?:ls|pwd|cat|head|tail|wc|grep|rg|which|file|stat|du|df|ps|date|whoami|uname|tree|git (?:status|log|diff|show|blame))\b[^;&|<>`$(]*$/

/** Returns whether a command is certain not to change any file. */
export function isReadOnlyCommand(command: string): boolean {
  return looking.test(command)
}
