export { type ApprovalMode, isAboutAgent, maySuggest } from '@hermes/approval'
export type { AuxiliaryTask } from '@hermes/core/wiring'
export type { Checkpoint, CheckpointStorage, Checkpoints, Restored } from '@hermes/tools/checkpoints'
export { allowForGood, canAllowForGood } from './approvals/allow-for-good.js'
export type { Approvals } from './approvals/approvals.js'
export { type CredentialBook, openCredentials } from './auth/credential-book.js'
export {
  type CredentialManager,
  type CredentialManagerOptions,
  createCredentialManager,
  type LoginRequest,
} from './auth/credential-manager.js'
export type { CredentialRow } from './auth/describe-credentials.js'
export type { EntryOptions } from './auth/new-entry.js'
export { ownSecrets } from './auth/own-secrets.js'
export {
  type ConfigFinding,
  type ConfigRow,
  checkConfig,
  describeConfig,
} from './checks/describe-config.js'
export { findUnlimitedCost } from './checks/find-unlimited-cost.js'
export { type MigratedHome, type MigrateHomeOptions, type MigrationChange, migrateHome } from './checks/migrate-home.js'
export { setConfigValue } from './checks/set-config-value.js'
export { type ConfigKey, listConfigKeys } from './config/document/config-keys.js'
export { type ConfigJsonSchema, configJsonSchema } from './config/document/json-schema.js'
export { configWithoutSecrets } from './config/edit/config-without-secrets.js'
export {
  type ConfigEdit,
  extendConfigList,
  getConfigValue,
  mergeSection,
  unsetConfigValue,
} from './config/edit/edit-config.js'
export { type FallbackProvider, saveFallbackProviders } from './config/edit/save-fallback-providers.js'
export { type McpServerInput, removeMcpServer, saveMcpServer } from './config/edit/save-mcp-server.js'
export { type SavedModel, saveModel } from './config/edit/save-model.js'
export type { ConfigChange } from './config/live/config-change.js'
export { keepConfigCopy } from './config/load/config-copies.js'
export { type LoadedConfig, loadConfig } from './config/load/load-config.js'
export { loadUsableConfig } from './config/load/load-usable-config.js'
export type { MigratedSetting } from './config/load/migrate-config.js'
export { readStoreSettings } from './config/load/read-store-settings.js'
export { readUsable, type Usable } from './config/load/read-usable.js'
export type { LoadConfigOptions } from './config/load/settle-config.js'
export type { ConfigSource } from './config/sources/config-layers.js'
export { type EnvironmentKey, environmentKeys } from './config/sources/environment-keys.js'
export { settingsOfFormerModel } from './config/sources/former-model.js'
export { type NamedModel, toNamedModel } from './config/sources/model-aliases-of.js'
export { type OwnModel, ownModelOf } from './config/sources/own-model-of.js'
export { findReference, type Reference } from './config/sources/substitute-variables.js'
export type { CallerSection } from './config/sources/unset-secrets.js'
export { createRuntime } from './create-runtime.js'
export { chooseEnvironment } from './environments/choose-environment.js'
export { receivedFolder, receivedRoot } from './environments/sandbox/received-files.js'
export { type ExtensionProducts, type LoadExtensionOptions, loadExtension } from './extensions/load-extension.js'
export { openStoredCheckpoints } from './features/checkpoints/open-stored-checkpoints.js'
export type { FeatureDescription } from './features/describe-features.js'
export { activeGoal } from './features/goals/active-goal.js'
export type { Journey, JourneyEntry } from './features/learning/create-journey.js'
export { type JourneyDay, journeyBars, journeyDays } from './features/learning/journey-days.js'
export { openJourney } from './features/learning/load.js'
export type { OpenJourneyOptions } from './features/learning/open-journey.js'
export type { InspectedItem, InspectedServer, InspectServerOptions } from './features/mcp/inspect-server.js'
export type { KnownServer, KnownServersOptions } from './features/mcp/known-servers.js'
export { forgetMcpServer, inspectMcpServer, knownMcpServers } from './features/mcp/load.js'
export { openMemory, saveMemoryProvider, tryMemoryProvider } from './features/memory/load.js'
export type { OpenMemory, OpenMemoryOptions } from './features/memory/open-memory.js'
export { type KnownMemoryProvider, memoryProviders } from './features/memory/provider-reference.js'
export type { TriedProvider, TryMemoryProviderOptions } from './features/memory/try-provider.js'
export { type CachedCall, readCachedCalls } from './features/prompt-cache/cache-journal.js'
export { aboutHeartbeat, noHeartbeat } from './features/scheduler/about-heartbeat.js'
export { type Heartbeat, parseHeartbeat } from './features/scheduler/parse-heartbeat.js'
export { type ConfiguredHook, configuredHooks } from './features/shell-hooks/configured-hooks.js'
export type { HookFolder, ReadHookFolders } from './features/shell-hooks/hook-folders.js'
export { checkHooks, readHookFolders, tryHooks } from './features/shell-hooks/load.js'
export type { HookAnswer } from './features/shell-hooks/run-hook.js'
export type { HookTrial, TryHooksOptions } from './features/shell-hooks/try-hooks.js'
export { type ServedSkillsOptions, servedSkills } from './features/skills/served-skills.js'
export { type SkillPlaces, type SkillPlacesOptions, skillPlaces } from './features/skills/skill-places.js'
export { skillTrust } from './features/skills/skill-trust.js'
export { ensureHome } from './home/ensure-home.js'
export { createFileLogger, type FileLoggerOptions } from './home/file-logger.js'
export {
  type HomePaths,
  homePaths,
  type ResolveHomeOptions,
  resolveHome,
  type Variables,
} from './home/home-paths.js'
export { databaseSchemaOf, type OpenStoreOptions, openStore } from './home/open-store.js'
export { openStoreToRead } from './home/open-store-to-read.js'
export { prepareHome } from './home/prepare-home.js'
export {
  chooseProfile,
  chosenProfile,
  createProfile,
  deleteProfile,
  listProfiles,
  profileOf,
  renameProfile,
  requireProfile,
} from './home/profiles.js'
export { type AppendedResult, appendResult } from './jobs/append-result.js'
export { openJobNames } from './jobs/create-job-names.js'
export { missingScript } from './jobs/missing-script.js'
export { openJobCheck } from './jobs/open-job-check.js'
export { type OpenSchedulerOptions, openScheduler } from './jobs/open-scheduler.js'
export { payerNote } from './jobs/payer-note.js'
export { isSilent } from './jobs/run-answers.js'
export { type RunScriptOptions, runScript } from './jobs/run-script.js'
export { resolveSideProvider, resolveSideProviders } from './model/auxiliary/side-providers.js'
export type { OfferedProvider } from './model/offered-models.js'
export { type OpenCatalogOptions, openCatalog, openLearnedWindows } from './model/open-catalog.js'
export { ownServers } from './model/own-servers.js'
export { resolveConfiguredProvider } from './model/resolve-configured-provider.js'
export { type Fallbacks, resolveFallbacks } from './model/resolve-fallbacks.js'
export type { RuntimeModel } from './model/runtime-model.js'
export { openServerWindows, type ServerWindows } from './model/server-windows.js'
export { type TryModelOptions, tryModel } from './model/try-model.js'
export { openHost } from './open-host.js'
export { type MachineClaims, openMachineClaims } from './platforms/machine-claims.js'
export { adapterSettings, type OpenPlatformOptions, openPlatform } from './platforms/open-platform.js'
export type { PlatformField } from './platforms/platform-field.js'
export {
  builtInPlatformNames,
  type OpenPlatformFormOptions,
  openPlatformForm,
  type PlatformForm,
} from './platforms/platform-form.js'
export { savePlatform } from './platforms/save-platform.js'
export { type TriedPlatform, type TryPlatformOptions, tryPlatform } from './platforms/try-platform.js'
export {
  describeUnconnected,
  type FindUnconnectedOptions,
  findUnconnectedNetworks,
  type UnconnectedNetwork,
} from './platforms/unconnected-networks.js'
export type { IsolatedPlugin, IsolatedPluginOptions } from './plugins/isolated-plugin.js'
export { openPluginStore, scanPortablePlugin, startPlugin } from './plugins/load.js'
export type { PluginCapabilities, PluginManifest } from './plugins/manifest.js'
export type { PluginContents } from './plugins/plugin-contents.js'
export {
  compareRights,
  type PluginRight,
  type PluginRightKind,
  type RightsChange,
  rightsOf,
} from './plugins/plugin-rights.js'
export type { InstalledPlugin, InstallOptions, OpenedPlugin, PluginStore } from './plugins/plugin-store.js'
export type {
  PortableCommand,
  PortableEvent,
  PortableHook,
  PortablePlugin,
} from './plugins/portable/portable-plugin.js'
export type { PluginSourceServices } from './plugins/sources/fetch-plugin.js'
export { type PluginSource, parsePluginSource } from './plugins/sources/plugin-source.js'
export { defaultPromptSections, type PromptOptions } from './prompt/prompt-sections.js'
export type { Runtime } from './runtime.js'
export type { OpenHostOptions, OpenOptions, RuntimeHost } from './runtime-host.js'
export type { RuntimeOptions, Surface } from './runtime-options.js'
export { type ApiKeySettings, type ApiScope, apiScopes } from './schema/api-keys-schema.js'
export { type Config, type ConfigInput, configSchema } from './schema/config-schema.js'
export type { DatabaseSettings } from './schema/database-schema.js'
export { usedPlugins } from './schema/features/installed-plugins.js'
export type { PeopleSettings } from './schema/people-schema.js'
export { listPersonalities } from './schema/personalities.js'
export type { ChannelSettings, PlatformSettings } from './schema/platforms-schema.js'
export { type StoreKind, type StoreSettings, storeKindOf } from './schema/store-schema.js'
export {
  type WebhookFilter,
  type WebhookRoute,
  type WebhookSignature,
  webhookName,
  webhookRouteSchema,
  webhookSignatures,
} from './schema/webhooks-schema.js'
export type { JobBell } from './services/job-bell.js'
export type { JobNames } from './services/job-names.js'
export type { ModelCallListener, ModelCalls } from './services/model-calls.js'
export { type JobServices, openJobs } from './services/open-jobs.js'
export type { EndedProcess, ProcessNotice, WatchedLine } from './services/process-notices.js'
export type { StartedProcess } from './services/process-starts.js'
export type { ProcessWake, WakeAnswer } from './services/process-wakes.js'
export type { RunningProcess, SessionProcesses } from './services/session-processes.js'
export { zoneOf } from './services/zone-of.js'
export type { CallDescription } from './toolsets/describe-call.js'
export type { ToolStatus } from './toolsets/tool-status.js'
