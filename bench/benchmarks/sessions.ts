import type { Benchmark } from '../benchmark.ts'
import { conversationLoop, floorLoop, openaiLoop, productLoop } from '../contenders.ts'
import { createStringifiedHistory } from '../floors.ts'
import { eachPeer } from '../peers.ts'

const shape = { sessions: 100, turns: 20, resultLength: 64 }

export const sessions: Benchmark = {
  id: 'sessions',
  title: '100 sessions of 20 tool calls at the same time in one process',
  rounds: 5,
  floor: 'floor-http',
  contenders: {
    'floor-http': floorLoop(shape, createStringifiedHistory),
    hermes: productLoop(shape),
    conversations: conversationLoop(shape),
    openai: openaiLoop(shape),
  },
  peers: eachPeer((loop) => loop(shape)),
  targets: [
    { contender: 'hermes', figure: 'wallMs', limit: 1.3, against: 'floor-http' },
    { contender: 'hermes', figure: 'rssMb', limit: 180 },
    // At least nine tenths of the plain agent's throughput.
    { contender: 'conversations', figure: 'wallMs', limit: 1 / 0.9, against: 'hermes' },
    { contender: 'hermes', figure: 'wallMs', limit: 0.3, against: 'openai' },
    { contender: 'hermes', figure: 'rssMb', limit: 0.57, against: 'openai' },
  ],
}
