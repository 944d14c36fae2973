import { threadProgram } from '@hermes/safety/worker'
import { serveLibrary } from './serve-library.js'

export const libraryProgram = threadProgram('mem0', import.meta.url, serveLibrary)
