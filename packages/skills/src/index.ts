// The format

export {
  isSkillName,
  type LintedSkill,
  type LintReport,
  lintSkill,
  type MarkdownDocument,
  type NeededFile,
  type NeededVariable,
  readDocument,
  readSkill,
  type SkillConditions,
  type SkillDocument,
  type SkillFacts,
  type SkillNeeds,
  type SkillSetting,
  skillLimits,
  toSkillName,
} from './format/index.js'

// Finding skills

export {
  createSkillIndex,
  indexFolder,
  isApplicable,
  type ListedSkill,
  type SkillEntry,
  type SkillIndex,
  type SkillIndexOptions,
  type SkillOrigin,
  type SkillPlace,
  type SkillPlugin,
  type SkillProblem,
  type SkillSet,
  type SkillSituation,
} from './find/index.js'

// Using them

export {
  createSkillLibrary,
  describeMissing,
  describeSkill,
  inPlugin,
  isIncomplete,
  isRemote,
  listSkillFiles,
  type MissingSetup,
  missingSetup,
  type OpenedRemoteSkill,
  type OpenedSkill,
  type RemoteSkill,
  type RemoteSkills,
  readSkillFile,
  type SetupPlace,
  type SkillFile,
  type SkillFileContent,
  type SkillLibrary,
  type SkillLibraryOptions,
  type SkillReader,
  type UsableSkill,
} from './library/index.js'
export {
  type IndexSectionOptions,
  indexSection,
  type SkillManageOptions,
  type SkillViewOptions,
  skillManageTool,
  skillsListTool,
  skillViewTool,
} from './tools/index.js'

// Starting them by name

export {
  createSkillStarter,
  type ReadBundles,
  readBundles,
  type SkillBundle,
  type SkillStarter,
  type SkillStarterOptions,
  type StartableSkill,
} from './start/index.js'

// Judging them

export {
  decideSkill,
  type PolicyDecision,
  type Severity,
  type SkillFinding,
  type SkillScan,
  type SkillTrust,
  type SkillVerdict,
  scanSkill,
  scanSkillText,
  trustOfSource,
} from './guard/index.js'

// Changing them

export {
  type ChangedFile,
  createSkillRefinements,
  type SkillRefinements,
  type SkillRefinementsOptions,
} from './refine/index.js'
export {
  bundledSource,
  type ChangeRequest,
  createSkillStore,
  type FileHashes,
  hashFiles,
  hashFolder,
  type LockedSkill,
  readLock,
  type SkillAction,
  type SkillChange,
  type SkillLock,
  type SkillStore,
  type SkillStoreOptions,
} from './store/index.js'

// Installing them

export {
  createSkillInstaller,
  type FetchedSource,
  type FileMerge,
  type FileVersions,
  type OfferedSkill,
  parseSnapshot,
  type SkillInstaller,
  type SkillInstallerOptions,
  type SkillSnapshot,
  type SkillUpdate,
  type SnapshotSkill,
  type SourceServices,
  snapshotOf,
} from './install/index.js'

// Archiving them

export {
  type CuratedSkill,
  type Curator,
  type CuratorOptions,
  createCurator,
  type MergeSuggestion,
  readUses,
  recordUse,
  type SkillUses,
  suggestMerges,
} from './curator/index.js'
