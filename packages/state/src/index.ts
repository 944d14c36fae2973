export { type CheckOptions, checkStore } from './maintenance/check/check-store.js'
export type { StoreCounts } from './maintenance/check/count-all.js'
export type { StoreHealth, StoreProblem, StoreProblemKind, StoreSizes } from './maintenance/check/store-health.js'
export {
  type BackupOptions,
  type BackupReport,
  backupStore,
  type CopyProgress,
} from './maintenance/copy/backup-store.js'
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
} from './maintenance/repair/repair-store.js'
export { type RestoreOptions, type RestoreReport, restoreStore } from './maintenance/repair/restore-store.js'
export { createSqliteClaims, type SqliteClaimsOptions } from './sqlite/sqlite-claims.js'
export { createSqliteReader, type SqliteReaderOptions } from './sqlite/sqlite-reader.js'
export { createSqliteStore, type SqliteStoreOptions, type SqliteStoreServices } from './sqlite/sqlite-store.js'
