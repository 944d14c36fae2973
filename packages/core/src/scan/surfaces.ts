import type { FindingName, ScanSurface } from './finding.js'

/** What is common in honest texts of a kind, and therefore only told. */
const tolerated: Readonly<Record<ScanSurface, readonly FindingName[]>> = {
  // Installers are piped into a shell by half of all project files.
  context: ['pipe_to_shell', 'policy_change'],
  skill: [],
  memory: [],
  'tool-description': [],
}

export function blocksOn(surface: ScanSurface, name: FindingName): boolean {
  return !tolerated[surface].includes(name)
}
