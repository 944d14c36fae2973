import { copyFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Options } from 'tsup'
import { directImports } from './scripts/build/direct-imports.ts'
import { englishZod } from './scripts/build/english-zod.ts'
import { http1Server } from './scripts/build/http1-server.ts'
import { japaneseByNode } from './scripts/build/japanese-by-node.ts'
import { chunkJoiner, type Groups } from './scripts/build/join-chunks.ts'
import { makeScript } from './scripts/build/make-script.ts'
import { nodeBuiltins } from './scripts/build/node-builtins.ts'
import { quietImapflow } from './scripts/build/quiet-imapflow.ts'
import { thirdPartyNotices } from './scripts/build/third-party-notices.ts'

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
    ...options,
    esbuildOptions(build, context) {
      // The maps name the sources, which are published beside them.
      build.sourcesContent = false
      options.esbuildOptions?.(build, context)
    },
  }
}

export interface StartFiles {
  /** What a start loads, in few files. */
  readonly joined: Groups
  /** Those of the files of which the compiled code is kept with the functions that a start calls: see `make-script.ts`. */
  readonly scripts: readonly string[]
}

/**
 * An app in one piece: the workspace's packages and all pure JavaScript are bundled, because a start pays for every file it loads, and an
 * installation for every package. What stays outside is in `dependencies`: native code. `folder` is the app's own.
 */
export function app(folder: string, entry: string[], { joined, scripts }: StartFiles): Options {
  const joiner = chunkJoiner(folder, entry, joined)
  const parser = withShellParser(folder)
  return library(entry, {
    ...parser,
    esbuildPlugins: [
      directImports,
      http1Server,
      nodeBuiltins,
      englishZod,
      quietImapflow,
      japaneseByNode,
      thirdPartyNotices(folder, shellParser),
      joiner.plugin,
    ],
    async onSuccess() {
      await joiner.join()
      for (const name of scripts) await makeScript(join(folder, 'dist'), name)
      await parser.onSuccess()
    },
    sourcemap: false,
    // What encrypts Matrix is installed by those who use it.
    external: [
      '@lydell/node-pty',
      'better-sqlite3',
      'sqlite-vec',
      '@matrix-org/matrix-sdk-crypto-wasm',
      'fake-indexeddb',
    ],
    // Bundled CommonJS packages ask for Node's own modules, and for nothing else, with `require`.
    banner: { js: requireBuiltin },
    esbuildOptions(esbuild) {
      // Less to read at each start. Names stay: errors show those of their classes.
      esbuild.minifyWhitespace = true
      esbuild.minifySyntax = true
      // Of a package's build, which is a few large files, a start would load all. Its sources are split by what needs them.
      esbuild.conditions = ['@hermes/source']
      esbuild.alias = { turndown: turndownWithoutDom(join(folder, '../../packages/tools')) }
    },
  })
}

/** Like Node's own, it throws for what is missing: packages then do without an optional native part. */
const requireBuiltin =
  'const require = (name) => { const found = process.getBuiltinModule(name); if (found) return found; throw new Error("Missing: " + name) };'

/** The entry of turndown for Node brings a DOM of its own; the one for browsers takes any. `folder` is that of the package that uses it. */
export function turndownWithoutDom(folder: string): string {
  return createRequire(join(folder, 'package.json')).resolve('turndown/lib/turndown.browser.es.js')
}

/** Packages of which only a WebAssembly file of the same name is used: the grammar of bash, and the runtime of the parser. */
const shellParser = ['tree-sitter-bash', 'web-tree-sitter']

/**
 * Copies the WebAssembly of the parser of shell commands beside the code that reads it. `folder` is the package's own, whose development
 * dependencies they are.
 */
export function withShellParser(folder: string): Options & { onSuccess(): Promise<void> } {
  const { resolve } = createRequire(join(folder, 'package.json'))
  return {
    noExternal: ['web-tree-sitter'],
    esbuildPlugins: [thirdPartyNotices(folder, shellParser)],
    async onSuccess() {
      const dist = join(folder, 'dist')
      for (const name of shellParser) await copyFile(resolve(`${name}/${name}.wasm`), join(dist, `${name}.wasm`))
    },
  }
}
