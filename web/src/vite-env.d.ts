declare module "virtual:piece-sets.css";
