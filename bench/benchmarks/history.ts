import type { Benchmark } from '../benchmark.ts'
import { floorLoop, openaiLoop, productLoop } from '../contenders.ts'
import { createGrowingHistory, createStringifiedHistory } from '../floors.ts'
import { eachPeer } from '../peers.ts'

const shape = { turns: 200, resultLength: 4096 }

export const history: Benchmark = {
  id: 'history',
  title: 'a loop of 200 tool calls with results of 4 KB',
  rounds: 5,
  floor: 'floor-incr',
  contenders: {
    'floor-incr': floorLoop(shape, createGrowingHistory),
    'floor-http': floorLoop(shape, createStringifiedHistory),
    hermes: productLoop(shape),
    openai: openaiLoop(shape),
  },
  peers: eachPeer((loop) => loop(shape)),
  targets: [
    { contender: 'hermes', figure: 'wallMs', limit: 1.3, against: 'floor-incr' },
    { contender: 'hermes', figure: 'wallMs', limit: 0.6, against: 'floor-http' },
    { contender: 'hermes', figure: 'wallMs', limit: 0.36, against: 'openai' },
    { contender: 'hermes', figure: 'wallMs', limit: 0.29, against: 'pi' },
  ],
}
