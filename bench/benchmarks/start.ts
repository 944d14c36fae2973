import { join } from 'node:path'
import type { Benchmark, Place, Prepare } from '../benchmark.ts'
import { firstInput, model } from '../conversation.ts'
import { hermes, measureNode } from '../hermes-command.ts'

const floorScript = join(import.meta.dirname, '../start/floor.mjs')

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

function command(toArgs: (place: Place) => readonly string[]): Prepare {
  return (place) => async () => measureNode(toArgs(place), place)
}
