import type { OpenClawHome } from '../openclaw-home.js'

export interface SettingsSource extends Pick<OpenClawHome, 'home' | 'config' | 'agentSettings'> {
  /** Whether Hermes has a value for a variable. */
  has(variable: string): boolean
}
