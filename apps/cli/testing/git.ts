import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** For commands of git that do not depend on the settings of this machine. */
export const gitEnvironment = {
  PATH: process.env.PATH,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@example.com',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@example.com',
}

/** @returns what it prints. */
export function git(folder: string, ...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: folder, env: gitEnvironment, encoding: 'utf8' }).trim()
}

/** Commits a file and everything else that has changed. */
export async function commitFile(folder: string, name: string, text: string): Promise<void> {
  await writeFile(join(folder, name), text)
  git(folder, 'add', '--all')
  git(folder, 'commit', '--quiet', '-m', name)
}
