import { join, relative } from "node:path";
import { SyntaxKind } from "typescript/unstable/ast";
import { API, SymbolFlags, TypeFlags } from "typescript/unstable/sync";
import { root } from "../process.mjs";

/** Template tags by what their type arguments declare: the columns of a row by name, or the columns in order. */
const tags = {
  listRows: "row",
  findRow: "row",
  getRow: "row",
  sql: "row",
  listValues: "values",
  findValue: "values",
  getValue: "values",
  mapRows: "values",
};
const maxDepth = 4;

/**
 * The statements of the server whose rows have a declared type: where each stands, the fixed parts of its text, and the
 * columns it declares: `{ name, type, kinds, isNullable, isOptional }`. Columns of values have no name.
 */
export function listDeclaredStatements() {
  const api = new API({ cwd: root });
  try {
    const [project] = api.updateSnapshot({ openProject: join(root, "tsconfig.json") }).getProjects();
    const names = project.program.getSourceFileNames().filter(isServerFile);
    return names.flatMap((name) => statementsOf(project, project.program.getSourceFile(name)));
  } finally {
    api.close();
  }
}

const isServerFile = (path) => /^server\/.*(?<!\.test)\.ts$/.test(relative(root, path)) && !path.includes("/testing/");

function statementsOf(project, file) {
  const found = [];
  const visit = (node) => {
    const statement = node.kind === SyntaxKind.TaggedTemplateExpression && statementOf(project, file, node);
    if (statement) found.push(statement);
    node.forEachChild(visit);
  };
  visit(file);
  return found;
}

/** A template with type arguments: `sql<Row>` or `listRows<Row>(tx)`. */
function statementOf(project, file, { tag, typeArguments, template, pos }) {
  const isCall = tag.kind === SyntaxKind.CallExpression;
  const declared = tags[isCall ? tag.expression.text : tag.text];
  const types = isCall ? tag.typeArguments : typeArguments;
  if (!declared || !types?.length) return undefined;
  const { checker } = project;
  const [row] = types.map((type) => checker.getTypeFromTypeNode(type));
  // A function for any row: its callers declare it.
  if (row.flags & TypeFlags.TypeParameter) return undefined;
  return {
    at: `${relative(root, file.fileName)}:${file.text.slice(0, pos).split("\n").length}`,
    parts: partsOf(project, template),
    declared,
    columns:
      declared === "row"
        ? columnsOf(checker, row)
        : types.map((type) => describe(checker, checker.getTypeFromTypeNode(type))),
  };
}

const columnsOf = (checker, row) =>
  checker.getPropertiesOfType(row).map((property) => ({
    name: property.name,
    isOptional: Boolean(property.flags & SymbolFlags.Optional),
    ...describe(checker, checker.getTypeOfSymbol(property)),
  }));

/** What JavaScript values a type allows. */
function describe(checker, type) {
  const parts = type.flags & TypeFlags.Union ? type.getTypes() : [type];
  const kinds = parts.map((part) => kindOf(checker, part));
  return { type: checker.typeToString(type), kinds, isNullable: kinds.includes("null") || kinds.includes("any") };
}

function kindOf(checker, type) {
  if (type.flags & (TypeFlags.Null | TypeFlags.Undefined)) return "null";
  if (type.flags & (TypeFlags.Any | TypeFlags.Unknown)) return "any";
  if (type.flags & TypeFlags.StringLike) return "string";
  if (type.flags & TypeFlags.NumberLike) return "number";
  if (type.flags & TypeFlags.BooleanLike) return "boolean";
  return checker.isArrayLikeType(type) ? "array" : "object";
}

/** The fixed parts of a template's text, with those of the fragments that it names. */
function partsOf(project, template, depth = 0) {
  if (template.kind === SyntaxKind.NoSubstitutionTemplateLiteral) return [template.text];
  const parts = [template.head.text];
  for (const { expression, literal } of template.templateSpans) {
    const [first = "", ...rest] = (depth < maxDepth && fragmentOf(project, expression, depth + 1)) || [];
    const isKnown = first !== "" || rest.length > 0;
    parts.push(`${parts.pop()}${first}`, ...rest);
    if (isKnown) parts.push(`${parts.pop()}${literal.text}`);
    else parts.push(literal.text);
  }
  return parts;
}

/** The parts of a fragment: a template, a constant of one, or the call of a function that only returns one. */
function fragmentOf(project, expression, depth) {
  if (expression.kind === SyntaxKind.TaggedTemplateExpression)
    return expression.tag.text === "sql" ? partsOf(project, expression.template, depth) : undefined;
  const isCall = expression.kind === SyntaxKind.CallExpression;
  const name = isCall ? expression.expression : expression;
  if (name.kind !== SyntaxKind.Identifier) return undefined;
  const made = valueOf(project, name);
  const template = isCall ? returnedBy(made) : made;
  return template?.kind === SyntaxKind.TaggedTemplateExpression ? fragmentOf(project, template, depth) : undefined;
}

/** What a name stands for: the value of its constant, or its function. */
function valueOf({ checker, ...project }, name) {
  const symbol = checker.getSymbolAtLocation(name);
  const aliased = symbol && symbol.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const declaration = aliased?.valueDeclaration?.resolve(project);
  return declaration?.kind === SyntaxKind.VariableDeclaration ? declaration.initializer : declaration;
}

function returnedBy(made) {
  const { body } = made ?? {};
  if (body?.kind !== SyntaxKind.Block) return body;
  const [only, ...others] = body.statements;
  return others.length === 0 && only?.kind === SyntaxKind.ReturnStatement ? only.expression : undefined;
}
