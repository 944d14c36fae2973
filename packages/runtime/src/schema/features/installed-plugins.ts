import * as z from 'zod'

const names = z.array(z.string().min(1)).default([])

/** The section `installed_plugins`. */
export const installedPluginsSchema = z
  .strictObject({
    enabled: names.describe(
      'Installed plugins that are used. Each runs in a process of its own, with what its manifest declares.',
    ),
    disabled: names.describe('Plugins that are never used, also if they are enabled.'),
    trusted: names.describe('Enabled plugins that run inside Hermes, with all that it may do.'),
    settings: z
      .record(z.string(), z.record(z.string(), z.json()))
      .default({})
      .describe('The settings of plugins, by the name of the plugin.'),
  })
  .prefault({})
