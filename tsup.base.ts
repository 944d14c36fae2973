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
    // `node:sqlite` has no name without it.
    removeNodeProtocol: false,
    // The maps name the sources, which are published beside them.
    esbuildOptions(build) {
      build.sourcesContent = false
    },
    ...options,
  }
}

/**
 * An app in one piece: the workspace's packages and all pure JavaScript are bundled, because a start pays for every file it loads, and an
 * installation for every package. What stays outside is in `dependencies`: native code and WebAssembly. `folder` is the app's own.
 */
export function app(folder: string, entry: string[]): Options {
  return library(entry, {
    ...withGrammar(folder),
    sourcemap: false,
    external: ['@lydell/node-pty', 'better-sqlite3', 'sqlite-vec'],
    // Bundled CommonJS packages ask for Node's own modules, and for nothing else, with `require`.
    banner: { js: 'const require = (name) => process.getBuiltinModule(name);' },
    esbuildOptions(esbuild) {
      // Less to read at each start. Names stay: errors show those of their classes.
      esbuild.minifyWhitespace = true
      esbuild.minifySyntax = true
      // What is built of it has a copy of everything: the sources share theirs with the app that runs it.
      esbuild.alias = { '@hermes/gateway': join(folder, '../gateway/src/index.ts') }
    },
  })
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
