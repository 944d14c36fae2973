import type { Benchmark } from '../benchmark.ts'
import { floorLoop, openaiLoop, productLoop } from '../contenders.ts'
import { createGrowingHistory, createStringifiedHistory } from '../floors.ts'
import { eachPeer } from '../peers.ts'

const shape = { turns: 200, resultLength: 64 }

export const loop: Benchmark = {
  id: 'loop',
  title: 'a loop of 200 tool calls, no store',
  rounds: 7,
  floor: 'floor-http',
  contenders: {
    'floor-http': floorLoop(shape, createStringifiedHistory),
    'floor-incr': floorLoop(shape, createGrowingHistory),
    hermes: productLoop(shape),
    openai: openaiLoop(shape),
  },
  peers: eachPeer((loop) => loop(shape)),
  targets: [
    { contender: 'hermes', figure: 'wallMs', limit: 1.3, against: 'floor-http' },
    { contender: 'hermes', figure: 'cpuMs', limit: 1.3, against: 'floor-http' },
    { contender: 'hermes', figure: 'wallMs', limit: 0.45, against: 'openai' },
    { contender: 'hermes', figure: 'wallMs', limit: 0.33, against: 'pi' },
    { contender: 'hermes', figure: 'wallMs', limit: 0.27, against: 'ai' },
  ],
}
