/** `npm start`: installs and builds what is missing or out of date, then becomes `hermes` with the same arguments. */
import { join } from 'node:path'
import { become, ensureBuilt, ensureInstalled, node, root } from './toolchain.mjs'

ensureInstalled()
ensureBuilt()
become(node, [join(root, 'apps', 'cli', 'dist', 'main.js'), ...process.argv.slice(2)])
