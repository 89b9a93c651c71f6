// A module of its own, imported late, so that the bundler can split the animation code off.
export { domAnimation } from "framer-motion";
