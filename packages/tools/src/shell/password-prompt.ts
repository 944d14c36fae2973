const wantsPassword =
  /\[sudo\] password for|^sudo: (?:a terminal is required|a password is required|no tty present)|^doas: (?:a tty|Authentication)|^su: must be run from a terminal/m

/** Returns a hint when the newest output shows that a program asked for a password, otherwise `undefined`. */
export function passwordHint(output: string): string | undefined {
  if (!wantsPassword.test(output.slice(-4_000))) return undefined
  return 'It asks for a password, which cannot be typed here. Avoid root, or ask the user to run it or to allow it without a password (sudo -n).'
}
