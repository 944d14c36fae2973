import { lazily } from '@hermes/safety'
import * as z from 'zod'

const names = lazily(() => z.array(z.string().min(1)).default([]))

/** The section `installed_plugins`. */
export const installedPluginsSchema = lazily(() =>
  z
    .strictObject({
      enabled: names().describe(
        'Installed plugins that are used. Each runs in a process of its own, with what its manifest declares.',
      ),
      disabled: names().describe('Plugins that are never used, also if they are enabled.'),
      trusted: names().describe('Enabled plugins that run inside Hermes, with all that it may do.'),
      hooks: z
        .record(z.string(), z.string())
        .default({})
        .describe('Plugins whose commands run when something happens, with the hash of the files that were agreed to.'),
      registry: z
        .url({ protocol: /^https?$/ })
        .optional()
        .describe('The registry of `npm:` sources. Default: the one that npm uses.'),
      settings: z
        .record(z.string(), z.record(z.string(), z.json()))
        .default({})
        .describe('The settings of plugins, by the name of the plugin.'),
    })
    .prefault({}),
)

/** Returns the names of the plugins to use: enabled and not disabled, without duplicates. */
export function usedPlugins({
  enabled,
  disabled,
}: Pick<z.output<ReturnType<typeof installedPluginsSchema>>, 'enabled' | 'disabled'>) {
  return [...new Set(enabled)].filter((name) => !disabled.includes(name))
}
