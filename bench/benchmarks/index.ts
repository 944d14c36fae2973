import type { Benchmark } from '../benchmark.ts'

/** In the order in which they run. */
export const benchmarks: Readonly<Record<string, () => Promise<Benchmark>>> = {
  loop: async () => (await import('./loop.ts')).loop,
  persisted: async () => (await import('./persisted.ts')).persisted,
  history: async () => (await import('./history.ts')).history,
  deltas: async () => (await import('./deltas.ts')).deltas,
  sessions: async () => (await import('./sessions.ts')).sessions,
  growth: async () => (await import('./growth.ts')).growth,
  append: async () => (await import('./append.ts')).append,
  'append-full': async () => (await import('./append.ts')).appendFull,
  'group-commit': async () => (await import('./group-commit.ts')).groupCommit,
  writers: async () => (await import('./writers.ts')).writersPaced,
  'writers-saturated': async () => (await import('./writers.ts')).writersSaturated,
  'large-file': async () => (await import('./large-file.ts')).largeFile,
  'load-session': async () => (await import('./load-session.ts')).loadSession,
  'search-messages': async () => (await import('./search-messages.ts')).searchMessages,
  'tool-call': async () => (await import('./tool-call.ts')).toolCall,
  gate: async () => (await import('./gate.ts')).gate,
  'program-calls': async () => (await import('./program-calls.ts')).programCalls,
  reads: async () => (await import('./reads.ts')).reads,
  'search-files': async () => (await import('./search-files.ts')).searchFiles,
  patch: async () => (await import('./patch.ts')).patch,
  spawn: async () => (await import('./spawn.ts')).spawn,
  start: async () => (await import('./start.ts')).start,
}
