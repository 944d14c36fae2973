/** `npm start`: installs and builds what is missing or out of date, then becomes `hermes` with the same arguments. */
import { join } from 'node:path'
import { installedLauncher, installLauncher } from './launcher.mjs'
import { become, ensureBundled, ensureInstalled, fail, node, root } from './toolchain.mjs'

const args = process.argv.slice(2)
const startedAt = Date.now()
const didInstall = await ensureInstalled()
const didBuild = await ensureBundled()

if (args[0] === '--install') {
  try {
    console.log(installLauncher())
  } catch (error) {
    fail(error.message)
  }
} else {
  if (didInstall && didBuild) {
    const hint = installedLauncher() ? '' : ' `npm start -- --install` makes `hermes` a command in every folder.'
    console.error(`Ready after ${Math.round((Date.now() - startedAt) / 1000)} s.${hint}`)
  }
  become(node, [join(root, 'apps', 'cli', 'dist', 'main.js'), ...args], { cwd: callersFolder() })
}

/** npm changes to the clone before it runs a script, and stores the original folder in INIT_CWD. */
function callersFolder() {
  const { INIT_CWD } = process.env
  return process.cwd() === root && INIT_CWD ? INIT_CWD : process.cwd()
}
