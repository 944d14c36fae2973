import { contextEngineContract } from '@hermes/testkit/contracts'
import { createCompressor } from './create-compressor.js'

contextEngineContract({ name: 'compressor by rules', create: () => createCompressor() })
