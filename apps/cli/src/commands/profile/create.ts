import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { createProfile, type HomePaths, loadUsableConfig, requireProfile, resolveHome } from '@hermes/runtime'
import { exists } from '@hermes/safety/files'
import type { CommandContext, CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { writeLine } from '../../io.js'
import { findHome } from '../../setup/open-home.js'
import { portableEntries } from './portable-entries.js'

/** `hermes profile create NAME [--clone] [--clone-all] [--clone-from OTHER] [--no-skills]` */
export const createNewProfile: CommandHandler = async (context) => {
  const { io, parameters, program } = context
  const [name = ''] = parameters
  const paths = resolveHome(io.env, { profile: name })
  const source = sourceOf(context)
  if (source) await requireProfile(source)
  await createProfile(paths)
  if (source) await copyEntries(source, paths, entriesOf(context))
  await writeLine(io.stdout, io.t`Created the profile "${name}" in ${paths.home}. Use it with: ${program} -p ${name}`)
  const [network, ...others] = source ? await networksOf(paths) : []
  if (network !== undefined) {
    const off = `${program} -p ${name} config set platforms.${network}.enabled false`
    await writeLine(
      io.stdout,
      io.t`It has the chat accounts of the other profile: ${[network, ...others].join(', ')}. Only one profile receives with an account. Give "${name}" accounts of its own, or turn a network off: ${off}`,
    )
  }
  return exitCode.ok
}

function sourceOf({ io, values }: CommandContext): HomePaths | undefined {
  const other = values['clone-from']
  if (other !== undefined) return resolveHome(io.env, { profile: other })
  return values.clone || values['clone-all'] ? findHome({ io, values }) : undefined
}

/** A clone on the same machine belongs to the same person, so it includes the keys. */
function entriesOf({ values }: CommandContext): readonly string[] {
  const settings = ['config.yaml', '.env', 'auth.json', 'SOUL.md', 'skills', 'skill-bundles']
  const all = values['clone-all'] ? [...settings, ...portableEntries] : settings
  return [...new Set(all)].filter((entry) => !values['no-skills'] || !entry.startsWith('skill'))
}

/** The chat networks that its settings connect. */
async function networksOf(paths: HomePaths): Promise<readonly string[]> {
  const { config } = await loadUsableConfig({ paths, variables: {} })
  return Object.entries(config.platforms).flatMap(([name, { enabled }]) => (enabled ? [name] : []))
}

async function copyEntries(from: HomePaths, to: HomePaths, entries: readonly string[]): Promise<void> {
  for (const entry of entries) {
    const source = join(from.home, entry)
    if (await exists(source)) await cp(source, join(to.home, entry), { recursive: true, dereference: false })
  }
}
