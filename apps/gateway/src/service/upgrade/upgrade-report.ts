import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { HomePaths } from '@hermes/runtime'
import { isMissing } from '@hermes/safety'
import type { RunningGateway } from '../running/running-gateways.js'

export interface PlannedUpgrade {
  readonly before: RunningGateway
  /** The version that starts, unless a supervisor chooses another one. */
  readonly version: string
  /** The program of the new version. */
  readonly program: readonly string[]
  /** Why the sessions were not checked. `undefined` if they were. */
  readonly limitation: string | undefined
}

/** Returns what was checked, and what happens next, with the way back. */
export function planText({ before, version, program, limitation }: PlannedUpgrade): string {
  const checked =
    limitation === undefined
      ? `Checked: version ${version} reads the settings, and it migrates and writes to a copy of the sessions.`
      : `Checked: version ${version} reads the settings. ${limitation}`
  return `${checked}\n${nextText(before, version, program)}`
}

function nextText(before: RunningGateway, version: string, program: readonly string[]): string {
  const stops = `Next: version ${before.version} (process ${before.pid}) stops`
  if (before.isSupervised)
    return `${stops}, and its supervisor starts the version that it has. It cannot be changed back from here.`
  const replaced = `${stops}, and version ${version} starts in its place.`
  return commandBack(before, program) === undefined
    ? `${replaced} Nothing else is installed that could run again: if it is not ready within 30 s, no gateway runs.`
    : `${replaced} If it is not ready within 30 s, version ${before.version} runs again.`
}

/** Returns the command that restores the previous version. `undefined` if its files are those of this one, or unknown. */
export function commandBack({ start, isSupervised }: RunningGateway, program: readonly string[]): string | undefined {
  if (!start || isSupervised || isDeepStrictEqual(start.program, program)) return undefined
  return [...start.program, 'upgrade']
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`))
    .join(' ')
}

export interface FinishedUpgrade {
  readonly before: RunningGateway
  readonly after: RunningGateway
  readonly back: string | undefined
  /** The path of the sessions before their migration. */
  readonly kept: string | undefined
}

/** Returns which gateway runs now, and how to go back. */
export function doneText({ before, after, back, kept }: FinishedUpgrade, paths: HomePaths): string {
  const done = `Version ${after.version} took the place of version ${before.version}: process ${after.pid}, ${after.url}`
  if (back === undefined) return done
  if (kept === undefined) return `${done}\nTo go back: ${back}`
  return `${done}\nVersion ${before.version} refuses the migrated sessions. To go back without what is written from now on: hermes gateway stop, move ${kept} to ${paths.state}, then ${back.replace(/upgrade$/, 'start')}`
}

/** Returns the copies of the sessions that migrations have made, with their times. */
export async function keptStores({ state }: HomePaths): Promise<ReadonlyMap<string, number>> {
  const folder = dirname(state)
  const kept = (await readdir(folder)).filter((name) => name.startsWith(`${basename(state)}.before-`))
  const times = await Promise.all(
    kept.map(async (name) => [join(folder, name), await changedAt(join(folder, name))] as const),
  )
  return new Map(times.flatMap(([path, atMs]) => (atMs === undefined ? [] : [[path, atMs] as const])))
}

async function changedAt(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).mtimeMs
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}
