import type { Options } from 'tsup'

/** JavaScript of a published package; its declarations come from `tsc --emitDeclarationOnly`. */
export function library(entry: string[], options: Options = {}): Options {
  return {
    entry,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    outDir: 'dist',
    clean: true,
    dts: false,
    sourcemap: true,
    splitting: true,
    ...options,
  }
}
