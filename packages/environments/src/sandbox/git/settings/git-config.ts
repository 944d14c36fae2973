import { execFile } from 'node:child_process'
import { dirname } from 'node:path'
import type { SettingChange } from './judge-change.js'

/** Values of each setting, by its key as git prints it. */
export type Settings = ReadonlyMap<string, readonly string[]>

/**
 * Reads and edits settings files with git itself, without executing or including anything that they name.
 *
 * @throws {Error} when git cannot parse the text.
 */
export interface GitConfig {
  list(text: string): Promise<Settings>
  /** Edits a file that commands cannot access. */
  edit(path: string, changes: readonly SettingChange[]): Promise<void>
}

export function gitConfig(program: string): GitConfig {
  return {
    async list(text) {
      const settings = new Map<string, string[]>()
      for (const entry of (await run(program, ['--file', '-', '--no-includes', '--list', '-z'], { input: text })).split(
        '\0',
      )) {
        if (entry === '') continue
        // A name without `=` means true.
        const [key = '', ...lines] = entry.split('\n')
        const value = lines.length === 0 ? 'true' : lines.join('\n')
        settings.set(key, [...(settings.get(key) ?? []), value])
      }
      return settings
    },
    async edit(path, changes) {
      const change = (...args: readonly string[]) =>
        run(program, ['--file', path, '--no-includes', ...args], { folder: dirname(path) })
      const before = await change('--list', '-z', '--name-only')
      for (const { key, values } of changes) {
        const [first, ...further] = values
        if (first !== undefined) await change('--replace-all', key, first)
        else if (before.split('\0').includes(key)) await change('--unset-all', key)
        for (const value of further) await change('--add', key, value)
      }
    },
  }
}

interface RunOptions {
  readonly folder?: string
  readonly input?: string
}

function run(program: string, args: readonly string[], { folder = '/', input = '' }: RunOptions): Promise<string> {
  // Uses no repository and no settings of the user or the machine.
  const env = {
    PATH: '/usr/bin:/bin',
    LC_ALL: 'C',
    HOME: '/nonexistent',
    GIT_DIR: '/nonexistent',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
  }
  return new Promise((resolve, reject) => {
    const child = execFile(program, ['config', ...args], { cwd: folder, env, maxBuffer: 2 ** 24 }, (error, stdout) =>
      error ? reject(error) : resolve(stdout),
    )
    // Git may end before it has read everything. Its exit code then reports the error.
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(input)
  })
}
