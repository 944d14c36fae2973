import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Figures, Place } from './benchmark.ts'

/** The path of the built command line. */
export const hermes = join(import.meta.dirname, '../apps/cli/dist/main.js')
const usageHook = join(import.meta.dirname, 'start/report-usage.cjs')

/** Runs Node twice: plainly for the wall time, then with a hook that reports the resource usage of the process. */
export function measureNode(args: readonly string[], place: Pick<Place, 'folder'>): Figures {
  const start = performance.now()
  runNode(args, place)
  const wallMs = performance.now() - start
  runNode(['--require', usageHook, ...args], place)
  return { wallMs, ...JSON.parse(readFileSync(`${place.folder}/usage.json`, 'utf8')) }
}

/** Runs Node with a home below the folder. @returns its output. */
export function runNode(args: readonly string[], { folder }: Pick<Place, 'folder'>): string {
  const env = { PATH: process.env.PATH, HERMES_HOME: `${folder}/home` }
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { env, cwd: folder, encoding: 'utf8' })
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with status ${status}: ${stderr}`)
  return stdout
}
