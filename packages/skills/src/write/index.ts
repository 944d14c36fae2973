export { applyOperation, operationSchema, type SkillOperation } from './apply-operation.js'
export { changeSkill, type EditedSkill, type SkillEdit, type SkillEditOptions } from './change-skill.js'
export { type CheckedFolder, checkFolder } from './check-folder.js'
export { type CopyEdit, editCopy } from './edit-copy.js'
