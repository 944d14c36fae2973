export { type BackupOptions, type BackupReport, backupStore, type CopyProgress } from './maintenance/backup-store.js'
export { type CheckOptions, checkStore } from './maintenance/check-store.js'
export type { StoreCounts } from './maintenance/count-all.js'
export {
  type OptimizeOptions,
  type OptimizeReport,
  type OptimizeStep,
  optimizeStore,
} from './maintenance/optimize-store.js'
export {
  type RecoveryReport,
  type RepairOptions,
  type RepairReport,
  type RepairStep,
  repairStore,
} from './maintenance/repair-store.js'
export { type RestoreOptions, type RestoreReport, restoreStore } from './maintenance/restore-store.js'
export type { StoreHealth, StoreProblem, StoreProblemKind, StoreSizes } from './maintenance/store-health.js'
export { createSqliteStore, type SqliteStoreOptions, type SqliteStoreServices } from './sqlite/sqlite-store.js'
