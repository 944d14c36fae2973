import type { Scan } from './judge/create-scan.js'

/** The scan without a judge. Loads the rules at the first text: they take ten milliseconds. */
export const scanByRules: Scan = async (text, options) =>
  (await import('./judge/create-scan.js')).createScan()(text, options)
