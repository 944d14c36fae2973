export { type BackupOptions, type BackupReport, backupStore, type CopyProgress } from './care/backup-store.js'
export { type CheckOptions, checkStore } from './care/check-store.js'
export type { StoreCounts } from './care/count-all.js'
export { type OptimizeOptions, type OptimizeReport, type OptimizeStep, optimizeStore } from './care/optimize-store.js'
export {
  type RecoveryReport,
  type RepairOptions,
  type RepairReport,
  type RepairStep,
  repairStore,
} from './care/repair-store.js'
export { type RestoreOptions, type RestoreReport, restoreStore } from './care/restore-store.js'
export type { StoreHealth, StoreProblem, StoreProblemKind, StoreSizes } from './care/store-health.js'
export { createSqliteStore, type SqliteStoreOptions, type SqliteStoreServices } from './sqlite-store.js'
