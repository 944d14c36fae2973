import type { Benchmark } from '../benchmark.ts'
import { floorLoop, openaiLoop, productLoop } from '../contenders.ts'
import { createStringifiedHistory } from '../floors.ts'

const shape = { turns: 200, resultLength: 64 }

export const persisted: Benchmark = {
  id: 'persisted',
  title: 'a loop of 200 tool calls, every message stored before it is shown',
  rounds: 5,
  floor: 'floor-http',
  contenders: {
    'floor-http': floorLoop(shape, createStringifiedHistory),
    hermes: productLoop(shape, 'NORMAL'),
    'hermes-full': productLoop(shape, 'FULL'),
    openai: openaiLoop(shape),
  },
  targets: [
    { contender: 'hermes', figure: 'wallMs', limit: 1.6, against: 'floor-http' },
    { contender: 'hermes', figure: 'wallMs', limit: 0.55, against: 'openai' },
  ],
}
