import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Benchmark, Figures, Place, Prepare } from '../benchmark.ts'
import { firstInput, model } from '../conversation.ts'

const floorScript = join(import.meta.dirname, '../start/floor.mjs')
const usageHook = join(import.meta.dirname, '../start/report-usage.cjs')
const hermes = join(import.meta.dirname, '../../apps/cli/dist/main.js')

export const start: Benchmark = {
  id: 'start',
  title: 'from the start of a process to its end',
  rounds: 11,
  floor: 'node',
  contenders: {
    node: command(() => ['-e', '0']),
    '--version': command(() => [hermes, '--version']),
    '--help': command(() => [hermes, '--help']),
    'floor -z': command(({ server, folder }) => [floorScript, `${server}/tools/0/v1`, `${folder}/floor.db`]),
    'hermes -z': command(({ server }) => [
      ...[hermes, '-z', firstInput, '--provider', 'custom', '--model', model],
      ...['--base-url', `${server}/tools/0/v1`],
    ]),
  },
  targets: [
    { contender: '--version', figure: 'wallMs', limit: 1.3, against: 'node' },
    { contender: '--help', figure: 'wallMs', limit: 1.3, against: 'node' },
    { contender: 'hermes -z', figure: 'wallMs', limit: 2, against: 'floor -z' },
    { contender: 'hermes -z', figure: 'rssMb', limit: 75 },
  ],
}

/** Runs twice per round: plainly for the wall time, then with a hook that reports the process's resource usage. */
function command(toArgs: (place: Place) => readonly string[]): Prepare {
  return (place) => async () => {
    const start = performance.now()
    run(toArgs(place), place)
    const wallMs = performance.now() - start
    run(['--require', usageHook, ...toArgs(place)], place)
    return { wallMs, ...readUsage(place) }
  }
}

function run(args: readonly string[], { folder }: Place): void {
  const env = { PATH: process.env.PATH, HERMES_HOME: `${folder}/home` }
  const { status, stderr } = spawnSync(process.execPath, args, { env, cwd: folder, encoding: 'utf8' })
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with status ${status}: ${stderr}`)
}

function readUsage({ folder }: Place): Figures {
  return JSON.parse(readFileSync(`${folder}/usage.json`, 'utf8'))
}
