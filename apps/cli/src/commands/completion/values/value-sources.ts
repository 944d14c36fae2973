import type { ValueKind } from '../../../arguments/completes.js'
import type { ValueSource } from './value-source.js'

/** Where the values of each kind are found. Each source is loaded when it is asked; files are the shell's own. */
export const valueSources: Readonly<Record<Exclude<ValueKind, 'file' | 'folder'>, ValueSource>> = {
  session: async (request) => (await import('./sessions.js')).sessionValues(request),
  model: async (request) => (await import('./models.js')).modelValues(request),
  provider: async (request) => (await import('./models.js')).providerValues(request),
  skill: async (request) => (await import('./skills.js')).skillValues(request),
  profile: async (request) => (await import('./settings.js')).profileValues(request),
  toolset: async (request) => (await import('./settings.js')).toolsetValues(request),
  server: async (request) => (await import('./settings.js')).serverValues(request),
  setting: async () => (await import('./settings.js')).settingValues(),
  'setting-value': async (request) => (await import('./values-of-setting.js')).valuesOfSetting(request),
  job: async (request) => (await import('./sessions.js')).jobValues(request),
}
