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
  start: async () => (await import('./start.ts')).start,
}
