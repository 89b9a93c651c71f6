/**
 * Makes text that changes beside a sibling an error. Chrome's translation replaces each text node by elements of its own.
 * React then changes a node that no page shows (the old value stays), and fails where it removes one or inserts before
 * it. The only text of an element is set anew each time, and may change.
 *
 *   node .ci/changing-texts.mjs
 */
import { relative } from "node:path";
import * as ts from "typescript/unstable/ast";
import { API, TypeFlags } from "typescript/unstable/sync";

const TEXT = TypeFlags.StringLike | TypeFlags.NumberLike | TypeFlags.BigIntLike;
const NOTHING = TypeFlags.Nullable | TypeFlags.BooleanLike | TypeFlags.Void;

const api = new API();
const project = api
  .updateSnapshot({ openProjects: ["tsconfig.json"] })
  .getProjects()[0];
const { program, checker } = project;
const folder = `${process.cwd()}/src/`;

for (const name of program.getSourceFileNames()) {
  if (!name.startsWith(folder) || !name.endsWith(".tsx")) continue;
  // What is written there once is plain HTML.
  if (name.startsWith(`${folder}prerender/`)) continue;
  const file = program.getSourceFile(name);
  visit(file, (node) => {
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) look(file, node);
    if (ts.isFunctionDeclaration(node)) lookAtComponent(file, node);
  });
}
api.close();

function look(file, parent) {
  const kids = parent.children.filter(isRendered);
  const isLone = kids.length === 1 && ts.isJsxElement(parent);
  kids.forEach((kid, at) => {
    const next = kids[at + 1];
    if (isLone ? listsText(kid) : isChangingText(kid))
      say(file, kid, "This text changes: make it the only child of an element");
    else if (ts.isJsxFragment(parent) && isWord(kid))
      say(file, kid, "This text may be removed: put an element around it");
    else if (next && isWord(next) && mayVanish(kid))
      say(
        file,
        next,
        "Before this text an element comes and goes: put an element around the text",
      );
  });
}

/** What a component returns as text has siblings wherever it stands. */
function lookAtComponent(file, declared) {
  // `RichText` shows what is built in, which never changes.
  if (!/^(?!RichText$)[A-Z]/.test(declared.name?.text ?? "")) return;
  const signature = checker.getSignatureFromDeclaration(declared);
  const type = signature && checker.getReturnTypeOfSignature(signature);
  if (type && parts(type).some(isText) && !isAnything(type))
    say(file, declared, "This component is text: put an element around it");
}

/** All that React can show, big integers too: declared by whom passes on what it was given. */
function isAnything(type) {
  return parts(type).some(({ flags }) => flags & TypeFlags.BigIntLike);
}

function isRendered(kid) {
  if (ts.isJsxText(kid)) return !/^\s*\n\s*$/.test(kid.text);
  return !ts.isJsxExpression(kid) || kid.expression !== undefined;
}

/** Text that stays as it is, and that a translation takes. */
function isWord(kid) {
  const written = ts.isJsxText(kid) ? kid : kid.expression;
  const isText = written && (ts.isJsxText(kid) || ts.isStringLiteral(written));
  return isText && /\p{L}/u.test(written.text);
}

function isChangingText(kid) {
  if (!ts.isJsxExpression(kid) || isConstant(kid.expression)) return false;
  return typesOf(kid.expression).some((type) => isText(type));
}

/** A list of texts is many texts. */
function listsText(kid) {
  if (!ts.isJsxExpression(kid)) return false;
  return typesOf(kid.expression)
    .filter((type) => checker.isArrayType(type))
    .flatMap((type) => checker.getTypeArguments(type).flatMap(parts))
    .some((type) => (type.flags & TEXT) !== 0);
}

function isText(type) {
  if (checker.isArrayType(type))
    return checker.getTypeArguments(type).flatMap(parts).some(isText);
  // `{text && <p>…</p>}` shows no empty text.
  const isEmpty = (type.flags & TypeFlags.Literal) !== 0 && !type.value;
  return (type.flags & TEXT) !== 0 && !isEmpty;
}

function mayVanish(kid) {
  if (ts.isJsxExpression(kid))
    return typesOf(kid.expression).some(
      (type) => type.flags & NOTHING || checker.isArrayType(type),
    );
  if (!ts.isJsxElement(kid) && !ts.isJsxSelfClosingElement(kid)) return false;
  const tag = ts.isJsxElement(kid) ? kid.openingElement : kid;
  if (/^[a-z]/.test(tag.tagName.text ?? "A")) return false;
  const signature = checker.getResolvedSignature(tag);
  const type = signature && checker.getReturnTypeOfSignature(signature);
  // What returns all that React can show is a library's, and returns an element.
  const returned = type === undefined ? [] : parts(type);
  return (
    !returned.some(isText) && returned.some(({ flags }) => flags & NOTHING)
  );
}

/** Made only of what no function holds: imports, constants of the module. */
function isConstant(expression) {
  if (ts.isStringLiteral(expression) || ts.isNumericLiteral(expression))
    return true;
  let isHeld = false;
  visit(expression, (node) => {
    if (!ts.isIdentifier(node)) return;
    if (ts.isPropertyAccessExpression(node.parent) && node.parent.name === node)
      return;
    const declared = checker.getSymbolAtLocation(node)?.valueDeclaration;
    for (let at = declared?.resolve(project); at; at = at.parent)
      isHeld ||= ts.isArrowFunction(at) || ts.isFunctionDeclaration(at);
  });
  return !isHeld;
}

function typesOf(expression) {
  const type = checker.getTypeAtLocation(expression);
  return type === undefined ? [] : parts(type);
}

function parts(type) {
  return type.isUnionType?.() ? type.getTypes().flatMap(parts) : [type];
}

function visit(node, act) {
  act(node);
  node.forEachChild((child) => visit(child, act));
}

function say(file, node, what) {
  const start = node.getStart(file);
  const { line } = file.getLineAndCharacterOfPosition(start);
  const path = relative(".", file.fileName);
  process.stderr.write(`${path}:${line + 1}: ${what}\n`);
  process.exitCode = 1;
}
