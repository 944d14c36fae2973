import { defineConfig } from 'tsup'
import { library, withGrammar } from '../../tsup.base.ts'

/**
 * The workspace's packages and all pure JavaScript are bundled, because a start pays for every file it loads. What
 * stays outside is in `dependencies`: native code, WebAssembly, and the gateway.
 */
export default defineConfig(
  library(['src/main.ts', 'src/agent.ts', 'src/index.ts'], {
    ...withGrammar(import.meta.dirname),
    sourcemap: false,
    external: ['@lydell/node-pty', 'sqlite-vec'],
    // Bundled CommonJS packages ask for Node's own modules, and for nothing else, with `require`.
    banner: { js: 'const require = (name) => process.getBuiltinModule(name);' },
    esbuildOptions(options) {
      // Less to read at each start. Names stay: errors show those of their classes.
      options.minifyWhitespace = true
      options.minifySyntax = true
    },
  }),
)
