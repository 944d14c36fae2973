/** Git messages when it cannot replace `.git/config`, because a sandbox or the file system protects the file. */
const couldNotWrite =
  /^(?:error|fatal|warning): could not (?:write|lock) config file .*: (?:Device or resource busy|Read-only file system)$/m

/** Returns a hint when the newest output shows that git could not change the settings of a repository, otherwise `undefined`. */
export function settingsHint(output: string): string | undefined {
  if (!couldNotWrite.test(output.slice(-4_000))) return undefined
  return 'The settings of this repository (.git/config) cannot be changed here, because they can name programs: give them to one command instead (git -c user.name=NAME commit, git push REMOTE BRANCH without -u, git push URL BRANCH), or ask the user to run this command.'
}
