import type { ValueKind } from '../../../arguments/completes.js'
import type { ValueSource } from './value-source.js'

/** Source of the values of each kind, loaded on first use. The shell completes files itself. */
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
