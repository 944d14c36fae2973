export type { Finding, FindingName, ScanSurface } from './finding.js'
export { type ScanResult, scanText } from './scan-text.js'
