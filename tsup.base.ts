import { copyFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
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
    // The maps name the sources, which are published beside them.
    esbuildOptions(build) {
      build.sourcesContent = false
    },
    ...options,
  }
}

/**
 * Copies the grammar of bash, which is all that is used of the package `tree-sitter-bash`, beside the code that reads it. `folder` is the
 * package's own, whose development dependency it is.
 */
export function withGrammar(folder: string): Options {
  return {
    async onSuccess() {
      const grammar = dirname(
        createRequire(join(folder, 'package.json')).resolve('tree-sitter-bash/tree-sitter-bash.wasm'),
      )
      await copyFile(join(grammar, 'tree-sitter-bash.wasm'), join(folder, 'dist/tree-sitter-bash.wasm'))
      await copyFile(join(grammar, 'LICENSE'), join(folder, 'dist/tree-sitter-bash.LICENSE'))
    },
  }
}
