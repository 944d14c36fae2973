import { ConfigError } from '@hermes/core'
import { checkConfig, ensureHome, type HomePaths } from '@hermes/runtime'
import { readOptional, replaceFile } from '@hermes/safety/files'
import type { CommandHandler } from '../../arguments/command-spec.js'
import { createEditText } from '../../chat/input/external-editor.js'
import { exitCode } from '../../exit-code.js'
import { type Io, tell } from '../../io.js'
import { safeText } from '../../render/text/safe-text.js'
import { confirm } from '../../setup/confirm.js'
import { findHome } from '../../setup/open-home.js'
import { UsageError } from '../../usage-error.js'

/** `hermes config edit`: a text with errors is reopened or discarded. */
export const editConfig: CommandHandler = async ({ io, values }) => {
  if (!io.stdin.isTTY || !io.stderr.isTTY) throw new UsageError('There is no terminal to edit on.')
  const paths = findHome({ io, values })
  await ensureHome(paths)
  const before = (await readOptional(paths.config)) ?? ''
  let draft = before
  for (;;) {
    const edited = await createEditText(io.env)(draft)
    if (edited === undefined) throw new UsageError('The editor failed: nothing was saved. Set EDITOR to another one.')
    draft = edited === '' ? '' : `${edited}\n`
    if (draft === before) return say(io, 'Nothing has changed.', exitCode.ok)
    const problems = await problemsOf(paths, draft, before, io)
    if (problems.length === 0) return say(io, `Saved ${paths.config}.`, exitCode.ok)
    for (const problem of problems) await tell(io, safeText(problem))
    if (!(await confirm(io, io.t`Nothing was saved. Edit it again?`))) return exitCode.failed
  }
}

async function say(io: Io, sentence: string, code: number): Promise<number> {
  await tell(io, sentence)
  return code
}

/** Writes a text, and reverts it when Hermes would not start with it. */
async function problemsOf(paths: HomePaths, draft: string, before: string, { env }: Io): Promise<readonly string[]> {
  try {
    await replaceFile(paths.config, draft)
    const errors = (await checkConfig(paths, env)).filter(({ level }) => level === 'error')
    if (errors.length > 0) await replaceFile(paths.config, before)
    return errors.map(({ text }) => text)
  } catch (cause) {
    throw new ConfigError('', `${paths.config} cannot be written: check the folder's permissions and the free space.`, {
      cause,
    })
  }
}
