/**
 * Runs before a package is packed: the build must be current, and `workspace:` and `catalog:` versions must be resolved, which pnpm does
 * and npm does not.
 */
import { ensureBuilt, ensureInstalled, fail } from './toolchain.mjs'

const { npm_config_user_agent: packer = '' } = process.env
if (!packer.startsWith('pnpm/')) {
  fail('npm cannot resolve the workspace versions in this manifest: run `npx pnpm pack` here instead.')
}
await ensureInstalled()
await ensureBuilt()
